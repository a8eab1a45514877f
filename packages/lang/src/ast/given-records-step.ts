import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { DurationLiteral } from './duration-literal.js';
import type { NumberLiteral } from './number-literal.js';
import type { ObjectNode } from './object-node.js';
import type { Word } from './word.js';

/** `given 4 transactions every 10m ending 5m ago { ... }`. If `ending` is `null`, the last record is as long ago as `every`. */
export interface GivenRecordsStep extends SyntaxNode {
  readonly kind: 'givenRecordsStep';
  readonly count: NumberLiteral;
  readonly source: Word;
  readonly every: DurationLiteral;
  readonly ending: DurationLiteral | null;
  readonly data: ObjectNode;
}

export const givenRecordsStep = (
  parts: Omit<GivenRecordsStep, 'kind' | 'range'>,
  range: SourceRange | null = null,
): GivenRecordsStep => freezeNode({ kind: 'givenRecordsStep', ...parts, range });
