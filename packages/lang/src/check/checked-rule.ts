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

/** A `let`. Read from other expressions through a resolution of kind `let`, by its index. */
export interface CheckedLet {
  readonly name: string;
  readonly value: Expression;
}

/** Whom a rule is for, beyond its targets. A list that was not written is null: every value. */
export interface RuleScope {
  readonly countries: readonly string[] | null;
  readonly entityTypes: readonly string[] | null;
  readonly paymentMethods: readonly string[] | null;
  readonly transactionTypes: readonly string[] | null;
}

/** Inclusive. A bare day (`2026-12-01`) is a day in the organization's zone; else an instant (RFC 3339). */
export interface CheckedPeriod {
  readonly from: string;
  readonly until: string | null;
}

/** A JSON object as an author wrote it: texts, numbers, booleans, lists and objects; money and the like as tagged literals. */
export type SettingsJson = Readonly<Record<string, unknown>>;

/** By function, the calls as texts that are equal where they ask the same. */
export type CallCounts = ReadonlyMap<Declaration, ReadonlySet<string>>;

/** A rule without errors, defaults filled in. Evaluators need nothing else. */
export interface CheckedRule {
  readonly declaration: RuleDeclaration;
  /** Name of the file it stands in; empty where there is one file. */
  readonly file: string;
  readonly key: string;
  /** The title, else the key. */
  readonly name: string;
  /** Empty: not written. */
  readonly description: string;
  /** At least one. */
  readonly targets: readonly Target[];
  /** Words as written (`created`); empty: all triggers of the targets. */
  readonly triggers: readonly string[];
  /** Keys as written, in order, each once. Empty: in no matrix. */
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
  /** 1 to 1000, higher acts first. */
  readonly priority: number;
  readonly category: string;
  readonly mode: 'live' | 'shadow';
  readonly unknownPolicy: 'ignore' | 'review' | 'hit';
  readonly lets: readonly CheckedLet[];
  /** As declared; what a use of a name stands for is its resolution (`expansion`). */
  readonly condition: Expression;
  readonly actions: readonly Action[];
  /** List behind each `add … to` mapping, by `<action index>.<mapping index>`. */
  readonly actionLists: ReadonlyMap<string, ListBinding>;
  /** What `with { … }` of an action sets, by action index. An action without settings is not in it. */
  readonly actionSettings: ReadonlyMap<number, SettingsJson>;
  /** Every aggregate of condition, lets and messages, those of expanded definitions included, in text order. */
  readonly aggregates: readonly AggregateNode[];
  /** Different calls of each function that a rule set may call only so often. */
  readonly countedCalls: CallCounts;
  /** The searches `match.value` and `match.score` of messages may mean: the first true one in this order. */
  readonly matchTerms: readonly OperationNode[];
  readonly meaning: SemanticModel;
  /** JSON paths that can make the condition unknown, sorted. */
  readonly unknownable: readonly string[];
  /** Weights of the different subtrees of the expanded condition, by what each says. */
  readonly costParts: ReadonlyMap<string, number>;
  /** Their sum. */
  readonly cost: number;
  /** Declared names (`list`, `const`, `param`, `define`) the rule uses, directly or through others, sorted. */
  readonly names: readonly string[];
  /** Tests inside the rule, in order. */
  readonly tests: readonly CheckedTest[];
}
