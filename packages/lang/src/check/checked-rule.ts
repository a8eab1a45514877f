import type { Action } from '../ast/action.js';
import type { AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { AggregateDeclaration } from '../catalogue/catalogue.js';
import type { CostClass, Declaration } from '../catalogue/declaration.js';
import type { FieldDeclaration, Target } from '../catalogue/field.js';
import type { Signature } from '../catalogue/signature.js';
import type { Type } from '../types/type.js';

/** A data list a rule set may read or add to. */
export interface ListBinding {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Where a field is read: the subject of the run, or the record an aggregate is looking at. */
export type FieldScope = 'subject' | 'record';

/** What a node was found to mean. */
export type Resolution =
  | { readonly kind: 'field'; readonly scope: FieldScope; readonly field: FieldDeclaration }
  | { readonly kind: 'now' }
  /** Index into `CheckedRule.lets`. */
  | { readonly kind: 'let'; readonly index: number }
  | { readonly kind: 'list'; readonly list: ListBinding }
  /** An operator or function; `operandTypes` are settled: where the operand's own type is `any` or needs an implicit conversion, it is read as that type when the rule runs. A field at type `any` is read as it is stored (`is missing` and its siblings). */
  | {
      readonly kind: 'application';
      readonly declaration: Declaration;
      readonly signature: Signature;
      readonly operandTypes: readonly Type[];
    }
  | { readonly kind: 'membership'; readonly list: ListBinding; readonly negated: boolean }
  | { readonly kind: 'aggregate'; readonly declaration: AggregateDeclaration; readonly window: AggregateFrame };

/** The records of an aggregate. Aggregates with equal `key` paths and source share one fetch. */
export interface AggregateFrame {
  readonly source: 'transactions';
  /** JSON path on the current subject whose value is the key, and the field of the record that must equal it. */
  readonly links: readonly { readonly subjectPath: readonly string[]; readonly recordPath: readonly string[] }[];
  /** Length of `in last D`, milliseconds; 0 for calendar lengths. */
  readonly spanMs: number;
  /** Length of `in last 6mo`, months in the organization's zone; 0 for fixed lengths. */
  readonly spanMonths: number;
  readonly prior: boolean;
  readonly cost: CostClass;
}

/** What the checker learned of every expression node of one rule, by identity. */
export interface Meaning {
  /** Type of a node before any implicit conversion. */
  type(node: Expression): Type;
  /** Null for literals, arrays, `and`, `or`, `not`, `convert`. */
  resolution(node: Expression): Resolution | null;
}

export interface CheckedLet {
  readonly name: string;
  readonly value: Expression;
}

/** A rule without errors, defaults filled in. */
export interface CheckedRule {
  readonly declaration: RuleDeclaration;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly targets: readonly Target[];
  /** Words as written (`created`); empty: all triggers of the targets. */
  readonly triggers: readonly string[];
  readonly score: number;
  readonly priority: number;
  readonly category: string;
  readonly mode: 'live' | 'shadow';
  readonly unknownPolicy: 'ignore' | 'review' | 'hit';
  readonly lets: readonly CheckedLet[];
  readonly condition: Expression;
  readonly actions: readonly Action[];
  /** List behind each `add … to` mapping, by `<action index>.<mapping index>`. */
  readonly actionLists: ReadonlyMap<string, ListBinding>;
  readonly aggregates: readonly AggregateNode[];
  readonly meaning: Meaning;
  /** JSON paths that can make the condition unknown, sorted. */
  readonly unknownable: readonly string[];
  /** Sum of weights over the tree, equal subtrees counted once. */
  readonly cost: number;
}
