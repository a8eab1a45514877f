import type { JsonValue } from '@tamis/stdx';
import type { Expression } from '../ast/expression.js';

/** What JSON keeps with a condition and the tree has no place for. */
export interface ConditionMetadata {
  readonly id?: string;
  /** Groups: layout hint. */
  readonly style?: string;
  /** Simple leaves. */
  readonly countryMetadata?: JsonValue;
}

/** By node of the tree: what a reading found, for the next writing of the same tree. */
export type MetadataByNode = ReadonlyMap<Expression, ConditionMetadata>;
