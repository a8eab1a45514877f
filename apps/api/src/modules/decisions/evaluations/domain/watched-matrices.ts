import { executedMatrices, platformTriggerName, type EvaluationParams } from '@tamis/engine';

import type { LoadedRuleSet } from '../../rule-sets/index.js';

/** Returns whether the value at a JSON path differs from that before the change. */
export type IsChanged = (path: string) => boolean;

/**
 * Returns the keys of an evaluation's matrices, without those that watch only unchanged fields; `undefined` if all remain. Empty if none
 * remain, so nothing is evaluated.
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
