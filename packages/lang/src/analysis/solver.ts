import type { Expression } from '../ast/expression.js';
import type { CheckedRule } from '../check/checked-rule.js';
import { isUnknown, type Unknown } from '../values/unknown.js';
import type { Ground, Witness } from './finding.js';
import type { Formula } from './formula.js';
import { describeStates } from './describe-states.js';
import { contextOf } from './build-witness.js';
import type { FormulaReader, Goal } from './read-formula.js';
import { isImpossible } from './state-set.js';
import { satisfy, type SatisfyResult, type Budget, type Premise } from './satisfy.js';

/** Evaluates part of a rule's condition for a stored subject. Returns `null` if that is not possible. */
export type ConfirmCondition = (
  node: Expression,
  rule: CheckedRule,
  context: Readonly<Record<string, unknown>>,
) => boolean | Unknown | null;

/** Maximum steps for one question. More difficult ones remain unanswered. */
const stepsPerQuery = 4_000;

/** A condition and its required result. */
export type WitnessGoal = readonly [node: Expression, goal: Goal];

/** Answers questions about the conditions of a set within a common limit on the work. */
export class Solver {
  constructor(
    /** Remaining budget for all questions. */
    readonly effort: Budget,
    readonly confirm: ConfirmCondition | null,
  ) {}

  private solve(question: (effort: Budget) => SatisfyResult): SatisfyResult {
    const own: Budget = { left: Math.min(stepsPerQuery, this.effort.left) };
    const before = own.left;
    const answer = question(own);
    this.effort.left -= before - own.left;
    return answer;
  }

  /** Returns `true` if there is no such context, `false` if there may be one. */
  isUnsatisfiable(formulas: readonly Formula[]): boolean {
    const [only, ...others] = formulas;
    if (only?.kind === 'one' && others.length === 0 && !only.thing.alwaysKnown) return isImpossible(only.states);
    return this.solve((effort) => satisfy(formulas, effort)) === null;
  }

  /** Like `isUnsatisfiable`, for a formula together with a premise. */
  isRefuted(premise: Premise, formula: Formula): boolean {
    this.effort.left -= 1;
    return !premise.allows(formula) && this.solve((effort) => premise.satisfyWith(formula, effort)) === null;
  }

  /** Returns a context in which all formulas hold, judged by their parts; `null` if none was found. */
  findContext(formulas: readonly Formula[]): ReturnType<typeof contextOf> | null {
    const answer = this.solve((effort) => satisfy(formulas, effort));
    return answer === null || answer === 'unclear' ? null : contextOf(answer);
  }

  /** Like `findContext`, but returns `null` if the evaluator reports that a goal is not met in the context. */
  findWitness(rule: FormulaReader, wishes: readonly WitnessGoal[]): Witness | null {
    const found = this.findContext(wishes.map(([node, goal]) => rule.formula(node, goal)));
    if (!found?.context || !this.confirm) return found?.witness ?? null;
    for (const [node, goal] of wishes) {
      const outcome = this.confirm(node, rule.rule, found.context);
      if (outcome !== null && !meets(outcome, goal)) return null;
    }
    return found.witness;
  }

  /** Returns a minimal subset of the parts, in order, for which `isEnough` still holds. */
  minimalCore<T>(parts: readonly T[], isEnough: (parts: readonly T[]) => boolean): readonly T[] {
    let kept = parts;
    for (const part of parts) {
      const fewer = kept.filter((each) => each !== part);
      if (isEnough(fewer)) kept = fewer;
    }
    return kept;
  }

  ground(rule: FormulaReader, node: Expression): Ground {
    const formula = rule.formula(node, 'true');
    return {
      node,
      needs: formula.kind === 'one' ? describeStates(formula.thing, formula.states) : null,
      witness: this.findWitness(rule, [[node, 'true']]),
    };
  }
}

const meets = (outcome: boolean | Unknown, goal: Goal): boolean => {
  const value = isUnknown(outcome) ? null : outcome;
  return { true: value === true, false: value === false, notTrue: value !== true, notFalse: value !== false }[goal];
};
