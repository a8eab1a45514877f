import type { Action } from '../ast/action.js';
import type { AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import type { OperationNode } from '../ast/operation-node.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { Declaration } from '../catalogue/declaration.js';
import type { Target } from '../catalogue/field.js';
import type { CheckedTest } from './checked-test.js';
import type { ListBinding, SemanticModel } from './semantic-model.js';

export * from './aggregate-frame.js';
export * from './checked-file.js';
export * from './checked-test.js';
export * from './semantic-model.js';

/** A `let`. Other expressions refer to it by index, through a resolution of kind `let`. */
export interface CheckedLet {
  readonly name: string;
  readonly value: Expression;
}

/** Restrictions of a rule beyond its targets. A list that is not written is `null` and permits every value. */
export interface RuleScope {
  readonly countries: readonly string[] | null;
  readonly entityTypes: readonly string[] | null;
  readonly paymentMethods: readonly string[] | null;
  readonly transactionTypes: readonly string[] | null;
}

/** Inclusive. A plain day (`2026-12-01`) is in the organization's time zone, any other value is a timestamp (RFC 3339). */
export interface CheckedPeriod {
  readonly from: string;
  readonly until: string | null;
}

/** A JSON object as written by the author: texts, numbers, booleans, lists and objects. Money and similar values are tagged literals. */
export type SettingsJson = Readonly<Record<string, unknown>>;

/** Distinct calls by function, as texts that are equal for equal lookups. */
export type CallCounts = ReadonlyMap<Declaration, ReadonlySet<string>>;

/** A rule without errors, with defaults applied. Evaluators need nothing else. */
export interface CheckedRule {
  readonly declaration: RuleDeclaration;
  /** Name of its file; empty if there is only one file. */
  readonly file: string;
  readonly key: string;
  /** The title, or the key if there is none. */
  readonly name: string;
  /** Empty if not written. */
  readonly description: string;
  /** At least one. */
  readonly targets: readonly Target[];
  /** Names as written (`created`). Empty for all triggers of the targets. */
  readonly triggers: readonly string[];
  /** Keys as written, in order, without duplicates. Empty if it is in no matrix. */
  readonly matrices: readonly string[];
  readonly tags: readonly string[];
  readonly scope: RuleScope;
  readonly evaluate: 'sync' | 'async';
  /** `stop on match`. */
  readonly stopOnMatch: boolean;
  readonly owner: string | null;
  readonly reference: string | null;
  readonly effective: CheckedPeriod | null;
  readonly meta: SettingsJson;
  /** -100 to 100. */
  readonly score: number;
  /** 1 to 1000. Rules with higher priority act first. */
  readonly priority: number;
  readonly category: string;
  readonly mode: 'live' | 'shadow';
  readonly unknownPolicy: 'ignore' | 'review' | 'hit';
  readonly lets: readonly CheckedLet[];
  /** The condition as declared. The expansion of a name is found in its resolution (`expansion`). */
  readonly condition: Expression;
  readonly actions: readonly Action[];
  /** List for each `add … to` mapping, by `<action index>.<mapping index>`. */
  readonly actionLists: ReadonlyMap<string, ListBinding>;
  /** What `with { … }` of each action sets, by action index. Actions without settings are not included. */
  readonly actionSettings: ReadonlyMap<number, SettingsJson>;
  /** All aggregates of condition, lets and messages, including those of expanded definitions, in text order. */
  readonly aggregates: readonly AggregateNode[];
  /** Distinct calls of each function that a rule set may call only a limited number of times. */
  readonly countedCalls: CallCounts;
  /** The searches to which `match.value` and `match.score` in messages may refer: the first true one in this order. */
  readonly matchTerms: readonly OperationNode[];
  readonly meaning: SemanticModel;
  /** JSON paths that may make the condition unknown, sorted. */
  readonly unknownable: readonly string[];
  /** Weights of the distinct subtrees of the expanded condition, by their meaning. */
  readonly costParts: ReadonlyMap<string, number>;
  /** Sum of `costParts`. */
  readonly cost: number;
  /** Declared names (`list`, `const`, `param`, `define`) that the rule uses, directly or indirectly, sorted. */
  readonly names: readonly string[];
  /** Tests inside the rule, in order. */
  readonly tests: readonly CheckedTest[];
}
