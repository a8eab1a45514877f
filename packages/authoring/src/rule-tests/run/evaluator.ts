import type { RuleExamination, RuleSetContent, EvaluationOutcome, SetRule } from '@tamis/engine';
import type { ListAliases } from '../world/world-builder.js';
import type { TestWorld } from '../world/test-world.js';

/** The rules of one test that one evaluation executes: all of one stage, and all or none in matrices. */
export interface RulesUnderTest {
  /** The rules in set order. */
  readonly rules: readonly SetRule[];
  readonly content: RuleSetContent;
  readonly lists: ListAliases;
}

export interface Evaluation {
  readonly outcome: EvaluationOutcome;
  /** All rules of the evaluation with all their leaves. */
  readonly examined: readonly RuleExamination[];
}

/** The rules of one test; a test has several groups only if it mixes stages, or rules in matrices with other rules. */
export type RuleGroups = readonly RulesUnderTest[];

/** Prepares rules once and evaluates them in many worlds. */
export type Evaluator = (under: RulesUnderTest) => (world: TestWorld) => Evaluation;

/** Another implementation of the language for comparison; it returns only the outcome. */
export type ReferenceEvaluator = (under: RulesUnderTest, world: TestWorld) => EvaluationOutcome;
