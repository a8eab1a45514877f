import { tokenize } from '@tamis/grammar';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { w1112 } from '../diagnostics/codes/w1112.js';
import { LineMap } from '../lower/line-map.js';

const allow = /^\/\/\s*tamis:\s*allow\s+([A-Z]\d{4}(?:\s*,\s*[A-Z]\d{4})*)(?:\s+because\s+(\S.*))?\s*$/;

interface Suppression {
  readonly codes: readonly string[];
  /** Lines that the comment applies to. */
  readonly lines: readonly number[];
}

/** Suppressions declared in the comments of a source. */
export interface Suppressions {
  /** For a warning: whether a comment suppresses it on its line. */
  readonly covers: (finding: Diagnostic) => boolean;
  /** Comments without effect because they give no reason (W1112). */
  readonly unexplained: readonly Diagnostic[];
}

const noSuppressions: Suppressions = { covers: () => false, unexplained: [] };

/**
 * Parses comments `// tamis: allow W1305 because …`. A comment applies to its own line and, if nothing precedes it on that line, to the
 * next line as well. Errors are never suppressed.
 */
export function parseSuppressions(source: string): Suppressions {
  if (!source.includes('tamis:')) return noSuppressions;
  const map = new LineMap(source);
  const allowances: Suppression[] = [];
  const bare: Diagnostic[] = [];
  for (const { image, startOffset } of tokenize(source).comments) {
    const match = allow.exec(image.trimEnd());
    if (!match) continue;
    const range = map.range(startOffset, startOffset + image.trimEnd().length);
    const codes = (match[1] ?? '').split(/\s*,\s*/);
    if (match[2] === undefined) {
      bare.push(
        createDiagnostic(w1112, {
          message: 'this comment gives no reason and has no effect',
          help: 'add `because …`',
          range,
        }),
      );
      continue;
    }
    const { line } = range.start;
    const before = source.slice(source.lastIndexOf('\n', startOffset - 1) + 1, startOffset);
    allowances.push({ codes, lines: before.trim() === '' ? [line, line + 1] : [line] });
  }
  const covers = ({ code, severity, range }: Diagnostic): boolean =>
    severity === 'warning' &&
    range !== undefined &&
    allowances.some(({ codes, lines }) => codes.includes(code) && lines.includes(range.start.line));
  return { covers, unexplained: bare };
}

/** Returns the findings that are not suppressed by comments in the text. */
export function suppressDiagnostics(findings: readonly Diagnostic[], source: string | null): Diagnostic[] {
  if (source === null) return [...findings];
  const { covers, unexplained: bare } = parseSuppressions(source);
  return [...findings.filter((finding) => !covers(finding)), ...bare];
}
