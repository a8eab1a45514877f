import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import type { PrintContext } from './print-context.js';
import { trailingComments, printEnd, printLine } from './print-lines.js';
import { printNumber } from './print-number.js';
import { printText } from './print-text.js';

interface Clause {
  readonly node: SyntaxNode;
  readonly text: string;
}

/** Returns the clauses in the order of the formatter, with decisions aligned in one column. */
function clausesOf(matrix: MatrixDeclaration): Clause[] {
  const { targets, description, scale, thresholds, bands, otherwise } = matrix;
  const [target] = targets;
  const [threshold] = thresholds;
  const labels = thresholds.map(({ label, from }) => `${label.text} ${printNumber(from.text)}`).join(', ');
  const width = Math.max(0, ...bands.map(({ decision }) => decision.text.length));
  return [
    target ? [{ node: target, text: `on ${targets.map(({ text }) => text).join(', ')}` }] : [],
    description ? [{ node: description, text: `description ${printText(description.value)}` }] : [],
    scale
      ? [{ node: scale, text: `scale ${printNumber(scale.minimum.text)} to ${printNumber(scale.maximum.text)}` }]
      : [],
    threshold ? [{ node: threshold, text: `thresholds ${labels}` }] : [],
    bands.map((band) => ({
      node: band,
      text: `decide ${band.decision.text.padEnd(width)} from ${printNumber(band.from.text)}`,
    })),
    otherwise ? [{ node: otherwise, text: `otherwise ${otherwise.text}` }] : [],
  ].flat();
}

/** Prints a matrix with its comments, without a line end. */
export function printMatrix(matrix: MatrixDeclaration, place: PrintContext): string {
  const title = matrix.title ? ` ${printText(matrix.title.value)}` : '';
  const head = `matrix ${matrix.key.text}${title} {${trailingComments(place.comments.of(matrix).opening)}`;
  const lines = clausesOf(matrix).flatMap(({ node, text }) => printLine(node, { prefix: '  ', text }, place));
  return [head, ...lines, ...printEnd(matrix, 0, place)].join('\n');
}
