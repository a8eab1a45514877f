import type { CompiledRuleSet, RuleSetContent, SetRule } from '@tamis/engine';
import { Attribution, revertedChanges } from '../report/attribution.js';
import { isChanged } from '../report/comparison.js';
import { shadowVersions } from '../report/shadow-versions.js';
import type { DryRunRequest } from './dry-run-request.js';

/** Rules of the candidates with a single change reverted in each, in addition to the sides of a run. */
export interface RevertedRules {
  /** For each candidate, by key of a changed rule. */
  readonly attributions: readonly ReadonlyMap<string, Attribution>[];
  /** Compiled after the sides, in this order. */
  readonly contents: readonly RuleSetContent[];
  /** For each content, the side whose rule was changed. */
  readonly owners: readonly number[];
}

const decidingRules = (set: CompiledRuleSet | undefined): readonly SetRule[] => {
  const rules = set?.rules ?? [];
  const watching = shadowVersions(rules);
  return rules.filter((_, index) => !watching.has(index));
};

/** Returns the rules to try in order to explain differences between records. `sets` are those of the sides, the baseline first. */
export function revertedRules(
  { baseline, candidates }: DryRunRequest,
  sets: readonly CompiledRuleSet[],
): RevertedRules {
  const contents: RuleSetContent[] = [];
  const owners: number[] = [];
  const [ofBaseline, ...others] = sets;
  if (!baseline || !ofBaseline) return { attributions: candidates.map(() => new Map()), contents, owners };
  const before = decidingRules(ofBaseline);
  const attributions = candidates.map(({ content }, at) => {
    const found = new Map<string, Attribution>();
    for (const rule of decidingRules(others[at])) {
      const { key } = rule.checked;
      const old = before.find(({ checked }) => checked.key === key);
      if (!old || !isChanged(rule, old)) continue;
      const changes = revertedChanges(old, rule, content);
      const tries = changes.map(({ without }) => {
        if (!without) return null;
        owners.push(at + 1);
        return sets.length + contents.push(without) - 1;
      });
      found.set(key, new Attribution(changes, tries));
    }
    return found;
  });
  return { attributions, contents, owners };
}
