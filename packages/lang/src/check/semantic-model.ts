import type { Expression } from '../ast/expression.js';
import type { Declaration } from '../catalogue/declaration.js';
import type { AggregateDeclaration, AggregateFold } from '../catalogue/catalogue.js';
import type { FieldDeclaration } from '../catalogue/field.js';
import type { Signature } from '../catalogue/signature.js';
import type { Type } from '../types/type.js';
import type { Value } from '../values/value.js';
import type { AggregateFrame } from './aggregate-frame.js';

/** A data list a rule set may read or add to. */
export interface ListBinding {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** `custom`, `ip_blocklist`. */
  readonly type: string;
  /** Absent if active. The other lists exist, but nothing may be read from them (E0502). */
  readonly status?: 'active' | 'inactive' | 'archived' | 'deleted';
  /** Whether it belongs to everyone or is read-only, so that no rule may add to it (E0503). Default: `false`. */
  readonly readOnly?: boolean;
}

/** Where a field is read: from the subject of the evaluation, or from the record (element, relationship) that an aggregate processes. */
export type FieldScope = 'subject' | 'record';

/** The meaning of a node. */
export type Resolution =
  /** A path. Derived fields define their computation in `field.derived`. */
  | { readonly kind: 'field'; readonly scope: FieldScope; readonly field: FieldDeclaration }
  /** The path `now`: the logical time of the evaluation. */
  | { readonly kind: 'now' }
  /** A path that refers to a `let`. Index into `CheckedRule.lets`. */
  | { readonly kind: 'let'; readonly index: number }
  /** `list "…"`, or a path that refers to a declared list. Its value as an operand is `list.id`. */
  | { readonly kind: 'list'; readonly list: ListBinding }
  /** `lists of type "…"`. Its value as an operand is `listType`. */
  | { readonly kind: 'listType'; readonly listType: string }
  /**
   * A name for an expression: a constant, a parameter, a definition (possibly called with arguments), or a parameter of a definition within
   * its body. Evaluate `body` instead of the node. It is a separate tree created for this use, whose nodes have their own types and
   * resolutions. For constants and parameters it consists of literals and arithmetic, and `SemanticModel.constant` returns its value.
   */
  | {
      readonly kind: 'expansion';
      readonly of: 'const' | 'param' | 'define' | 'argument';
      readonly name: string;
      readonly body: Expression;
    }
  /**
   * An operator or function applied to the operands or arguments of the node. `operandTypes` are final: if the operand's own type is `any`
   * or requires an implicit conversion, it is read as that type at evaluation. A field of type `any` is read as stored (`is missing` and
   * related operators).
   *
   * `declaration` is the one the operands call for, so its name may differ from the node's operator: `in` with a data list is
   * `in_custom_list`, with `lists of type` `in_list_type`, with addresses `in_ip_range`; `contains any of` a data list is
   * `contains_any_from_custom_list`. The options of a fuzzy search are constant operands behind its own, see `implied`.
   */
  | {
      readonly kind: 'application';
      readonly declaration: Declaration;
      readonly signature: Signature;
      readonly operandTypes: readonly Type[];
      /** Values of further operands after those of the node, in order: threshold (0 to 1), algorithm. Absent if there are none. */
      readonly implied?: readonly Value[];
    }
  /** A call of `text("…{x}…")`: texts and placeholder expressions, in order. */
  | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[] }
  /** `match.value` or `match.score` of a message, see `CheckedRule.matchTerms`. */
  | { readonly kind: 'match'; readonly member: 'value' | 'score' }
  /** `fold` is the declaration itself, or its form for `distinct`. */
  | {
      readonly kind: 'aggregate';
      readonly declaration: AggregateDeclaration;
      readonly fold: AggregateFold;
      readonly window: AggregateFrame;
    }
  /** In tests only: a name of an object in the test (`origin`, or a name given in the test). */
  | { readonly kind: 'fixture'; readonly name: string }
  /** In tests only: the word `missing`. */
  | { readonly kind: 'missing' };

/** The information of the checker about every expression node of one rule or test, by identity. */
export interface SemanticModel {
  /** Returns the type of a node before any implicit conversion. Throws for a node that was not checked. */
  type(node: Expression): Type;
  /** Returns `null` for literals, arrays, `and`, `or`, `not`, `none`, `at least`, `convert`. */
  resolution(node: Expression): Resolution | null;
  /** Returns the node itself, or the expression for which it is a name. The result is never resolved as `expansion`. */
  expanded(node: Expression): Expression;
  /**
   * Returns the value of a constant expression: literals, constants, parameters, and arithmetic on them; `undefined` if it is not constant.
   */
  constant(node: Expression): Value | undefined;
}
