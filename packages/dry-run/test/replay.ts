import type { RuleSetContent } from '@tamis/engine';
import { DryRun, type DryRunReport, type DryRunRequest, type EvaluationEvent, type ReplayEvent } from '../src/index.js';

export const dayMs = 86_400_000;
export const start = Date.parse('2026-01-15T00:00:00Z');

export const contentOf = (...sources: readonly string[]): RuleSetContent => ({
  rules: sources.map((source, index) => ({
    ruleId: `r${index + 1}`,
    version: 1,
    status: 'active',
    source,
    externalId: null,
    createdAt: new Date(index).toISOString(),
  })),
  lists: { watched: { id: 'watched', name: 'watched', type: 'custom' } },
  baseCurrency: 'USD',
  timezone: 'UTC',
});

/** Returns a payment of e1, the given number of milliseconds after the start. */
export const payment = (
  id: string,
  amount: string,
  afterMs: number,
  label: EvaluationEvent['label'] = null,
): EvaluationEvent => ({
  kind: 'run',
  id,
  target: 'transaction',
  trigger: 'created',
  now: start + afterMs,
  context: {
    id,
    amount,
    currency: 'USD',
    originEntityId: 'e1',
    channel: 'web',
    transactedAt: new Date(start + afterMs).toISOString(),
  },
  label,
});

export function prepared(request: DryRunRequest): DryRun {
  const found = DryRun.prepare(request);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

export function reportOf(request: DryRunRequest, events: readonly ReplayEvent[]): DryRunReport {
  const run = prepared(request);
  run.process(events);
  const report = run.report();
  if (!report.ok) throw new Error(JSON.stringify(report.error));
  return report.value;
}
