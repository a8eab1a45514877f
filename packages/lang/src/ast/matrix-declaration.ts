import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { TextLiteral } from './text-literal.js';
import type { Word } from './word.js';
import type { MatrixScale } from './matrix-scale.js';
import type { MatrixThreshold } from './matrix-threshold.js';
import type { MatrixBand } from './matrix-band.js';

/** `matrix kyt_core "KYT core" { ... }`. An absent clause is null or empty. The checker applies the defaults. */
export interface MatrixDeclaration extends SyntaxNode {
  readonly kind: 'matrixDeclaration';
  readonly key: Word;
  readonly title: TextLiteral | null;
  /** Targets after `on`. */
  readonly targets: readonly Word[];
  readonly description: TextLiteral | null;
  readonly scale: MatrixScale | null;
  readonly thresholds: readonly MatrixThreshold[];
  /** In the order in which they are written. */
  readonly bands: readonly MatrixBand[];
  readonly otherwise: Word | null;
}

export const matrixDeclaration = (
  parts: Omit<MatrixDeclaration, 'kind' | 'range'>,
  range: SourceRange | null = null,
): MatrixDeclaration => freezeNode({ kind: 'matrixDeclaration', ...parts, range });
