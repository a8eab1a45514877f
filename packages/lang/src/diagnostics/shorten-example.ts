import type { DiagnosticCode } from './diagnostic-code.js';

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
