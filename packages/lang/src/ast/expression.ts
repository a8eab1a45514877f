import type { TextLiteral } from './text-literal.js';
import type { RawTextLiteral } from './raw-text-literal.js';
import type { NumberLiteral } from './number-literal.js';
import type { PercentLiteral } from './percent-literal.js';
import type { MoneyLiteral } from './money-literal.js';
import type { DurationLiteral } from './duration-literal.js';
import type { DistanceLiteral } from './distance-literal.js';
import type { DateLiteral } from './date-literal.js';
import type { DatetimeLiteral } from './datetime-literal.js';
import type { BooleanLiteral } from './boolean-literal.js';
import type { ArrayLiteral } from './array-literal.js';
import type { PathNode } from './path-node.js';
import type { CallNode } from './call-node.js';
import type { OperationNode } from './operation-node.js';
import type { ConvertNode } from './convert-node.js';
import type { AndNode } from './and-node.js';
import type { OrNode } from './or-node.js';
import type { NoneNode } from './none-node.js';
import type { AtLeastNode } from './at-least-node.js';
import type { NotNode } from './not-node.js';
import type { ListReference } from './list-reference.js';
import type { ListTypeReference } from './list-type-reference.js';
import type { AggregateNode } from './aggregate-node.js';

/** Any node with a value, or unknown. */
export type Expression =
  | TextLiteral
  | RawTextLiteral
  | NumberLiteral
  | PercentLiteral
  | MoneyLiteral
  | DurationLiteral
  | DistanceLiteral
  | DateLiteral
  | DatetimeLiteral
  | BooleanLiteral
  | ArrayLiteral
  | PathNode
  | CallNode
  | OperationNode
  | ConvertNode
  | AndNode
  | OrNode
  | NoneNode
  | AtLeastNode
  | NotNode
  | ListReference
  | ListTypeReference
  | AggregateNode;
