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
  /** Absent: active. The others exist, but nothing may be read from them (E0502). */
  readonly status?: 'active' | 'inactive' | 'archived' | 'deleted';
  /** Belongs to everybody or may only be read: no rule may add to it (E0503). Absent: false. */
  readonly readOnly?: boolean;
}

/** Where a field is read: the subject of the run, or the record (element, relation) an aggregate is looking at. */
export type FieldScope = 'subject' | 'record';

/** What a node was found to mean. */
export type Resolution =
  /** A path. Derived fields say how they are computed in `field.derived`. */
  | { readonly kind: 'field'; readonly scope: FieldScope; readonly field: FieldDeclaration }
  /** The path `now`: the logical time of the run. */
  | { readonly kind: 'now' }
  /** A path that names a `let`. Index into `CheckedRule.lets`. */
  | { readonly kind: 'let'; readonly index: number }
  /** `list "…"`, or a path that names a declared list. Its value as an operand is `list.id`. */
  | { readonly kind: 'list'; readonly list: ListBinding }
  /** `lists of type "…"`. Its value as an operand is `listType`. */
  | { readonly kind: 'listType'; readonly listType: string }
  /**
   * A name that stands for an expression: a constant, a parameter, a definition (also called with arguments), or a parameter of
   * a definition inside its body. Evaluate `body` instead of the node; the body is a tree of its own, made for this use, whose
   * nodes have types and resolutions of their own. For constants and parameters it is made of literals and arithmetic, and
   * `Meaning.constant` gives its value.
   */
  | {
      readonly kind: 'expansion';
      readonly of: 'const' | 'param' | 'define' | 'argument';
      readonly name: string;
      readonly body: Expression;
    }
  /**
   * An operator or function applied to the operands or arguments of the node. `operandTypes` are settled: where the operand's own
   * type is `any` or needs an implicit conversion, it is read as that type when the rule runs. A field at type `any` is read as it
   * is stored (`is missing` and its siblings).
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
      /** Values of the operands behind those of the node, in order: threshold (0 to 1), algorithm. Absent: none. */
      readonly implied?: readonly Value[];
    }
  /** A call of `text("…{x}…")`: text and hole expressions, in order. */
  | { readonly kind: 'template'; readonly parts: readonly (string | Expression)[] }
  /** `match.value` or `match.score` of a message, see `CheckedRule.matchTerms`. */
  | { readonly kind: 'match'; readonly member: 'value' | 'score' }
  /** `fold`: the declaration itself, or its form for `distinct`. */
  | {
      readonly kind: 'aggregate';
      readonly declaration: AggregateDeclaration;
      readonly fold: AggregateFold;
      readonly window: AggregateFrame;
    }
  /** In tests only: a name for a thing of the test's world (`origin`, a name given in the test). */
  | { readonly kind: 'fixture'; readonly name: string }
  /** In tests only: the word `missing`. */
  | { readonly kind: 'missing' };

/** What the checker learned of every expression node of one rule or test, by identity. */
export interface SemanticModel {
  /** Type of a node before any implicit conversion. Throws for a node the checker never saw. */
  type(node: Expression): Type;
  /** Null for literals, arrays, `and`, `or`, `not`, `none`, `at least`, `convert`. */
  resolution(node: Expression): Resolution | null;
  /** The node itself, or what stands behind it when it is a name for an expression: never resolved as `expansion`. */
  expanded(node: Expression): Expression;
  /** The value of a constant expression: literals, constants, parameters, arithmetic on them. Undefined: not constant. */
  constant(node: Expression): Value | undefined;
}
