import {
  compileInSteps,
  type CompiledRuleSet,
  prepareSummary,
  readMeanings,
  type RuleSetContent,
  type RuleSetProblem,
  type SetRule,
} from '@tamis/engine';
import { ok, type Result } from '@tamis/stdx';

import type { LoadedRuleSet } from './loaded-rule-set.js';

type Prepared = Pick<LoadedRuleSet, 'compiled' | 'summaries'>;

/**
 * Compiles a set and determines the reads of its evaluations and summaries. It pauses after each rule: a thousand rules take seconds, in
 * which this thread has other work to do.
 */
export function* prepareInSteps(
  content: RuleSetContent,
  previous: readonly CompiledRuleSet[],
): Generator<undefined, Result<Prepared, readonly RuleSetProblem[]>> {
  const trees: (SetRule | null)[] = [];
  const compiled = yield* compileInSteps(content, { previous }, trees);
  if (!compiled.ok) return compiled;
  yield* readMeanings(content);
  const set = compiled.value;
  const shown: unknown[] = [];
  for (const rule of set.rules) {
    // Computed from the syntax tree of the rule on first access, and then cached with it.
    shown.push(rule.items, rule.actions);
    yield;
  }
  const summaries = { full: prepareSummary(set), hits: prepareSummary(set, { list: 'hits' }) };
  // The trees are referenced up to here, since otherwise each rule would be parsed once more.
  trees.length = shown.length = 0;
  return ok({ compiled: set, summaries });
}
