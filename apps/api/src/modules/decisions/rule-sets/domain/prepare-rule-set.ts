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
 * Compiles a set and finds out what its runs and summaries ask for, with a pause after each rule: a thousand rules take seconds, in
 * which this thread has others to serve.
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
    // Made of the tree of the rule when it is first asked for, and kept with it.
    shown.push(rule.items, rule.actions);
    yield;
  }
  const summaries = { full: prepareSummary(set), hits: prepareSummary(set, { list: 'hits' }) };
  // Held until here: without its tree each rule would be read once more.
  trees.length = shown.length = 0;
  return ok({ compiled: set, summaries });
}
