import { tokenize } from '@tamis/grammar';
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { w1112 } from '../diagnostics/codes/w1112.js';
import { LineMap } from '../lower/line-map.js';

const allow = /^\/\/\s*tamis:\s*allow\s+([A-Z]\d{4}(?:\s*,\s*[A-Z]\d{4})*)(?:\s+because\s+(\S.*))?\s*$/;

interface Allowance {
  readonly codes: readonly string[];
  /** Lines it speaks for. */
  readonly lines: readonly number[];
}

/**
 * Takes out the warnings a comment `// tamis: allow W1305 because …` silences: those of its own line, or, when nothing stands
 * before it, of the next line. A comment without a reason has no effect and is W1112. Errors are never silenced.
 */
export function silence(findings: readonly Diagnostic[], source: string | null): Diagnostic[] {
  if (source === null || !source.includes('tamis:')) return [...findings];
  const map = new LineMap(source);
  const allowances: Allowance[] = [];
  const bare: Diagnostic[] = [];
  for (const { image, startOffset } of tokenize(source).comments) {
    const match = allow.exec(image.trimEnd());
    if (!match) continue;
    const range = map.range(startOffset, startOffset + image.trimEnd().length);
    const codes = (match[1] ?? '').split(/\s*,\s*/);
    if (match[2] === undefined) {
      bare.push(
        diagnose(w1112, { message: 'this comment gives no reason and has no effect', help: 'add `because …`', range }),
      );
      continue;
    }
    const { line } = range.start;
    const before = source.slice(0, startOffset).split('\n').at(-1) ?? '';
    allowances.push({ codes, lines: before.trim() === '' ? [line, line + 1] : [line] });
  }
  const isSilenced = ({ code, severity, range }: Diagnostic): boolean =>
    severity === 'warning' &&
    range !== undefined &&
    allowances.some(({ codes, lines }) => codes.includes(code) && lines.includes(range.start.line));
  return [...findings.filter((finding) => !isSilenced(finding)), ...bare];
}
