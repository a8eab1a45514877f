import type { CheckedMatrix } from '../check/checked-file.js';
import type { CheckedRule } from '../check/checked-rule.js';
import { findSubsumedRules } from './find-subsumed-rules.js';
import { findInConditions } from './find-in-condition.js';
import { findScoresWithoutEffect } from './find-score-without-effect.js';
import type { ConditionFinding, Finding } from './finding.js';
import { FormulaReader } from './read-formula.js';
import { finish, type Steps } from '../steps.js';
import { Solver, type ConfirmCondition } from './solver.js';

export interface AnalysisOptions {
  /** Matrices of the rules, for analysing scores. Matrices that are not given are not analysed. */
  readonly matrices?: readonly CheckedMatrix[];
  /** Verifies witnesses. A witness that fails is left out of its finding. */
  readonly confirm?: ConfirmCondition;
  /** Limit on the work, in steps of less than a microsecond. What is not reached within it is not reported. */
  readonly effort?: number;
}

const defaultEffort = 1_000_000;

const neverHits = ({ kind, rule, node }: ConditionFinding): boolean =>
  kind === 'neverTrue' && node === rule.condition && rule.unknownPolicy !== 'hit';

/**
 * Returns what is certain about the rules of a set without any data: conditions that are never true or never false, parts without effect,
 * rules that hit only if another one does, and scores that change neither level nor decision. A finding holds in every context. Nothing is
 * reported about what is not understood. Findings are in the order of the rules, and do not depend on parameter settings.
 */
export const analyseRules = (rules: readonly CheckedRule[], options: AnalysisOptions = {}): readonly Finding[] =>
  finish(analyseRulesInSteps(rules, options));

/** Does the same as `analyseRules`, with several steps per rule. */
export function* analyseRulesInSteps(
  rules: readonly CheckedRule[],
  options: AnalysisOptions = {},
): Steps<readonly Finding[]> {
  const { matrices = [], confirm = null, effort = defaultEffort } = options;
  const questions = new Solver({ left: effort }, confirm);
  const readers = rules.map((rule) => new FormulaReader(rule));
  const inConditions: ConditionFinding[] = [];
  for (const reader of readers) {
    inConditions.push(...findInConditions(reader, questions));
    yield;
  }
  const settled = new Set(
    inConditions
      .filter(({ kind, node, rule }) => kind === 'neverTrue' && node === rule.condition)
      .map(({ rule }) => rule),
  );
  const between = yield* findSubsumedRules(
    readers.filter(({ rule }) => !settled.has(rule)),
    questions,
  );
  const idle = new Set(inConditions.filter(neverHits).map(({ rule }) => rule));
  const findings: readonly Finding[] = [...inConditions, ...between, ...findScoresWithoutEffect(rules, matrices, idle)];
  const place = new Map(rules.map((rule, index) => [rule, index]));
  return [...findings].sort((a, b) => (place.get(a.rule) ?? 0) - (place.get(b.rule) ?? 0));
}
