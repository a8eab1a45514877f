import { leafOutcomes, type CompiledLeaf } from '../compile/compile-leaves.js';
import type { CompiledRule } from '../compile/compile-rule.js';
import type { RuleIndex } from '../compile/rule-index.js';
import type { Facts, Context } from '../facts/facts.js';
import { causesOf, countsAsHit, type Finding } from './conclude.js';
import type { EvaluationParams } from '../facts/evaluation-params.js';
import type { EvaluationFrame } from './evaluation-frame.js';
import type { RuleOutcome } from '../outcome/evaluation-outcome.js';

/** A run, to be looked into again: begins anew when another one came between. Context and facts must be as they were. */
export class LazyRuleOutcomes {
  private readonly epoch: number;

  /** @param frame where the run is under way. `others`: in set order, as `hits`; all rules that are unknown are among them. */
  constructor(
    readonly compiled: readonly CompiledRule[],
    private readonly frame: EvaluationFrame,
    private readonly run: EvaluationParams,
    private readonly hits: readonly number[],
    private readonly others: readonly Finding[],
    private readonly index: RuleIndex | null,
    private readonly context: Context = frame.context,
    private readonly facts: Facts = frame.facts,
  ) {
    this.epoch = frame.epoch;
  }

  /** Rules that hit and those that are unknown, in set order. */
  outcomes(): readonly RuleOutcome[] {
    const frame = this.restoreFrame();
    const outcomes = this.hits.map((rule): RuleOutcome => ({
      rule,
      outcome: 'hit',
      counts: true,
      leaves: leafOutcomes(this.leavesOf(rule), frame, true),
    }));
    const unknowns = this.unknownOutcomes();
    return unknowns.length === 0 ? outcomes : [...outcomes, ...unknowns].sort((a, b) => a.rule - b.rule);
  }

  /** Indexes of the rules that are unknown. */
  undecidedRules(): readonly number[] {
    return this.others.flatMap(({ of, value }) => (value === true ? [] : [of.index]));
  }

  unknownOutcomes(): readonly RuleOutcome[] {
    const undecided = this.others.filter(({ value }) => value !== true);
    if (undecided.length === 0) return [];
    const frame = this.restoreFrame();
    return undecided.map((finding): RuleOutcome => {
      const { index: rule } = finding.of;
      return {
        rule,
        outcome: 'unknown',
        counts: countsAsHit(finding),
        causes: causesOf(finding),
        leaves: leafOutcomes(this.leavesOf(rule), frame),
      };
    });
  }

  leavesOf(rule: number): readonly CompiledLeaf[] {
    return (this.compiled[rule] as CompiledRule).leaves;
  }

  /** What found the hits, where it still knows of this run. */
  indexOfRun(): RuleIndex | null {
    return this.index?.epoch === this.epoch ? this.index : null;
  }

  /** Good until the set's next run. */
  restoreFrame(): EvaluationFrame {
    const { frame } = this;
    if (frame.epoch !== this.epoch) frame.reset(this.context, this.facts, this.run);
    return frame;
  }
}
