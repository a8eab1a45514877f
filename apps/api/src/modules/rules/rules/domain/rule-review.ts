import type { DiagnosticWithFrame } from './diagnostic-frames.js';

/** What the linter thinks of a rule; it never stops one from being stored. */
export interface RuleReview {
  readonly status: 'completed';
  readonly verdict: 'ok' | 'warnings' | 'errors';
  readonly findings: readonly DiagnosticWithFrame[];
  readonly reviewedAt: string;
}

export function reviewOf(findings: readonly DiagnosticWithFrame[], now: Date): RuleReview {
  const has = (severity: string): boolean => findings.some((finding) => finding.severity === severity);
  const verdict = has('error') ? 'errors' : has('warning') ? 'warnings' : 'ok';
  return { status: 'completed', verdict, findings, reviewedAt: now.toISOString() };
}
