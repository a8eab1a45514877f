import type { Severity } from './diagnostic.js';

/** What every diagnostic of one code shares. One file per code in `codes/`. Codes are never reused. */
export interface DiagnosticCode {
  /** `E0201`: section 10 of the language manual. */
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  readonly reason?: string;
  /** Source that gives this diagnostic, and the same source put right; both are compiled by the tests. */
  readonly example: { readonly wrong: string; readonly right: string };
}

const maxLines = 60;
const maxLineLength = 200;

function shortened(text: string): string {
  const lines = text.split('\n');
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines;
  return shown.map((line) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line)).join('\n');
}

/** The example of a code as people read it: one of a limit has up to a megabyte. `…` stands where something is left out. */
export const shortenExample = ({ example }: DiagnosticCode): DiagnosticCode['example'] => ({
  wrong: shortened(example.wrong),
  right: shortened(example.right),
});
