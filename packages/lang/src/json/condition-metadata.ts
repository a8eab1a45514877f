import type { JsonValue } from '@tamis/stdx';
import type { Expression } from '../ast/expression.js';

/** Data that JSON stores with a condition and that is not part of the tree. */
export interface ConditionMetadata {
  readonly id?: string;
  /** Groups: layout hint. */
  readonly style?: string;
  /** Simple leaves. */
  readonly countryMetadata?: JsonValue;
}

/** Metadata by tree node: collected when decoding, for encoding the same tree again. */
export type MetadataByNode = ReadonlyMap<Expression, ConditionMetadata>;
