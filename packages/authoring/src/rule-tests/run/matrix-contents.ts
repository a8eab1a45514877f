import type { MatrixContent } from '@tamis/engine';
import type { CheckedMatrix } from '@tamis/lang';

/** A matrix that the file does not declare is assumed to exist, with the defaults of the language. */
const undeclared = (key: string): MatrixContent => ({
  matrixId: key,
  key,
  name: key,
  version: 1,
  status: 'active',
  scale: { minimum: 0, maximum: 100 },
  thresholds: { low: 30, medium: 60, high: 80 },
  bands: [{ decision: 'REVIEW_REQUIRED', from: 80 }],
  otherwise: 'APPROVE',
});

const matrixContent = ({ key, name, scale, thresholds, bands, otherwise }: CheckedMatrix): MatrixContent => ({
  ...undeclared(key),
  name,
  scale,
  thresholds,
  bands,
  otherwise,
});

/** Returns the matrices with these keys as parts of a rule set that was never published. */
export function matrixContents(keys: readonly string[], declared: readonly CheckedMatrix[]): readonly MatrixContent[] {
  const found = keys.map((key) => declared.find((matrix) => matrix.key === key));
  return found.map((matrix, index) => (matrix ? matrixContent(matrix) : undeclared(keys[index] ?? '')));
}
