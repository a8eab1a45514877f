import type { Unknown } from '@tamis/lang';
import type { RuleInspector } from './rule-inspector.js';
import type { FactNeeds } from '../plan/fact-needs.js';
import type { FactRequests, Facts, Context } from '../facts/facts.js';
import type { EvaluationParams, EvaluationScope } from '../facts/evaluation-params.js';
import type { LeafOutcome, EvaluationOutcome } from '../outcome/evaluation-outcome.js';
import type { MatrixContent } from '../rules/rule-set-content.js';
import type { SetRule } from '../rules/set-rule.js';
import type { FoldableAggregates } from '../facts/aggregate-request.js';

/** A rule set ready for evaluation: immutable, without observable state or I/O. Compile it in each thread, it cannot be shared. */
export interface CompiledRuleSet {
  /** `rs_` and 64 hexadecimal digits: `ruleSetVersion(content)`. */
  readonly version: string;
  /** Sorted by descending priority, then age, then id. The indexes in an `EvaluationOutcome` refer to this array. */
  readonly rules: readonly SetRule[];
  /** All matrices of the set. */
  readonly matrices: readonly MatrixContent[];
  /**
   * Returns what must be fetched before `evaluate`, without duplicates. Without facts, it contains what follows from the subject alone.
   * With facts, it contains what the rules require and these facts lack, including the rates for converting amounts in them, whether
   * requested before or not.
   */
  requests(context: Context, run: EvaluationScope, facts?: Facts): FactRequests;
  /** Returns everything that any evaluation of the set may need to fetch. */
  factNeeds(): FactNeeds;
  /** Returns the aggregates of an evaluation that a source may fold by itself. */
  aggregates(context: Context, run: EvaluationScope): FoldableAggregates;
  /** Returns whether facts lead to further reads in such evaluations. If so, request again with the facts until nothing new is required. */
  hasDependentReads(run: EvaluationScope): boolean;
  /** Like `hasDependentReads`, for rates only. Without any rates, nothing more needs to be requested. */
  hasDependentRates(run: EvaluationScope): boolean;
  /** Evaluates the rules. A pure function: equal arguments have equal results. Invalid data leads to unknowns, never to an exception. */
  evaluate(context: Context, facts: Facts, run: EvaluationParams): EvaluationOutcome;
  /**
   * Returns the result of every leaf of every rule of the evaluation, including rules that did not hit and leaves that would be skipped.
   * For tests and explanations.
   */
  examine(context: Context, facts: Facts, run: EvaluationParams): readonly RuleExamination[];
  /** Returns the parts of one rule for separate evaluation, valid until the next call on the set. Used by `explainRule`. */
  inspectRule(rule: number, context: Context, facts: Facts, run: EvaluationParams): RuleInspector;
}

/** A rule of an evaluation with all its leaves. */
export interface RuleExamination {
  /** Index into the rules of the set. */
  readonly rule: number;
  /** Result of the condition. */
  readonly value: boolean | Unknown;
  /** Leaves in tree order. */
  readonly leaves: readonly LeafOutcome[];
}
