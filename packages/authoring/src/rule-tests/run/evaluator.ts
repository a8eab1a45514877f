import type { RuleExamination, RuleSetContent, EvaluationOutcome, SetRule } from '@tamis/engine';
import type { ListAliases } from '../world/world-builder.js';
import type { TestWorld } from '../world/test-world.js';

/** Rules of one test that one run evaluates: all of one stage, all in matrices or none. */
export interface RulesUnderTest {
  /** In set order. */
  readonly rules: readonly SetRule[];
  readonly content: RuleSetContent;
  readonly lists: ListAliases;
}

export interface Evaluation {
  readonly outcome: EvaluationOutcome;
  /** Every rule of the run with all its leaves. */
  readonly examined: readonly RuleExamination[];
}

/** The rules of one test; a test has several groups only when it mixes stages, or rules in matrices with others. */
export type RuleGroups = readonly RulesUnderTest[];

/** Prepares rules once and runs them on many worlds. */
export type Evaluator = (under: RulesUnderTest) => (world: TestWorld) => Evaluation;

/** Another implementation of the language, to compare with: the outcome alone. */
export type ReferenceEvaluator = (under: RulesUnderTest, world: TestWorld) => EvaluationOutcome;
