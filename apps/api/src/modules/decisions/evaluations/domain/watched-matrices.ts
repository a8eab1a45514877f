import { executedMatrices, platformTriggerName, type EvaluationParams } from '@tamis/engine';

import type { LoadedRuleSet } from '../../rule-sets/index.js';

/** Whether the value at a JSON path is another than before the change. */
export type IsChanged = (path: string) => boolean;

/**
 * Keys of the matrices of a run without those that watch only fields that did not change; undefined: all stay. Empty: none is left of
 * those there were, so nothing runs.
 */
export function watchedMatrices(
  { content }: LoadedRuleSet,
  run: EvaluationParams,
  isChanged: IsChanged,
): readonly string[] | undefined {
  const executed = executedMatrices(content, run);
  const event = platformTriggerName(run.target, run.trigger);
  const kept = executed.filter(({ events }) => {
    const watch = events?.[event]?.watch ?? [];
    return watch.length === 0 || watch.some(isChanged);
  });
  return kept.length === executed.length ? undefined : kept.map(({ key }) => key);
}
