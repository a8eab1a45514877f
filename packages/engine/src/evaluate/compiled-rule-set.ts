import type { Unknown } from '@tamis/lang';
import type { RuleInspector } from './rule-inspector.js';
import type { FactNeeds } from '../plan/fact-needs.js';
import type { FactRequests, Facts, Context } from '../facts/facts.js';
import type { EvaluationParams, EvaluationScope } from '../facts/evaluation-params.js';
import type { LeafOutcome, EvaluationOutcome } from '../outcome/evaluation-outcome.js';
import type { MatrixContent } from '../rules/rule-set-content.js';
import type { SetRule } from '../rules/set-rule.js';
import type { FoldableAggregates } from '../facts/aggregate-request.js';

/** A rule set ready to run: immutable, without state that shows, no I/O. Not shared between threads; compile it in each. */
export interface CompiledRuleSet {
  /** `rs_` and 64 hexadecimal digits: `ruleSetVersion(content)`. */
  readonly version: string;
  /** By priority descending, then age, then id; the indexes in a `RunOutcome` point here. */
  readonly rules: readonly SetRule[];
  /** All matrices of the set. */
  readonly matrices: readonly MatrixContent[];
  /**
   * What must be fetched before `evaluate`; nothing twice. Without facts: what follows from the subject alone. With facts:
   * what the rules ask for and these facts lack, money they convert included, whether or not it was asked for before.
   */
  requests(context: Context, run: EvaluationScope, facts?: Facts): FactRequests;
  /** Everything any run of the set may have to fetch. */
  factNeeds(): FactNeeds;
  /** The aggregates of a run that a source may fold by itself. */
  aggregates(context: Context, run: EvaluationScope): FoldableAggregates;
  /** Facts lead to further reads in such runs: ask again with the facts until nothing new is wanted. */
  hasDependentReads(run: EvaluationScope): boolean;
  /** As `readsMore`, of rates alone: without any rates there is nothing more to ask for. */
  hasDependentRates(run: EvaluationScope): boolean;
  /** Pure: equal arguments give equal results. Bad data gives unknowns, never an exception. */
  evaluate(context: Context, facts: Facts, run: EvaluationParams): EvaluationOutcome;
  /** What every leaf of every rule of the run came to, no-hits included and none skipped: for tests and explanations. */
  examine(context: Context, facts: Facts, run: EvaluationParams): readonly RuleExamination[];
  /** The parts of one rule, to be evaluated one by one until the next call on the set: what `explainRule` reads. */
  inspectRule(rule: number, context: Context, facts: Facts, run: EvaluationParams): RuleInspector;
}

/** A rule of a run with all its leaves. */
export interface RuleExamination {
  /** Index into the rules of the set. */
  readonly rule: number;
  /** Of the condition. */
  readonly value: boolean | Unknown;
  /** In tree order. */
  readonly leaves: readonly LeafOutcome[];
}
