import type { Target } from '@tamis/lang';

import type { LoadedRuleSet } from '../../rule-sets/index.js';

const known = new WeakMap<LoadedRuleSet, ReadonlySet<Target>>();

/** Whether rules of a set are written to run after the answer about such records. */
export function hasAsyncRules(set: LoadedRuleSet, target: Target): boolean {
  let targets = known.get(set);
  if (!targets) {
    const rules = set.compiled.rules.filter(({ checked }) => checked.evaluate === 'async');
    targets = new Set(rules.flatMap(({ checked }) => checked.targets));
    known.set(set, targets);
  }
  return targets.has(target);
}
