import type { Severity } from './diagnostic.js';

/** Properties shared by all diagnostics with the same code. There is one file per code in `codes/`. Codes are never reused. */
export interface DiagnosticCode {
  /** For example `E0201`; see section 10 of the language manual. */
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  readonly reason?: string;
  /** Source that causes this diagnostic, and the corrected source; both are compiled by the tests. */
  readonly example: { readonly wrong: string; readonly right: string };
}

const maxLines = 60;
const maxLineLength = 200;

function shortened(text: string): string {
  const lines = text.split('\n');
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines;
  return shown.map((line) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line)).join('\n');
}

/** Returns the example of a code in readable form, since examples of limits have up to a megabyte. `…` marks omitted parts. */
export const shortenExample = ({ example }: DiagnosticCode): DiagnosticCode['example'] => ({
  wrong: shortened(example.wrong),
  right: shortened(example.right),
});
