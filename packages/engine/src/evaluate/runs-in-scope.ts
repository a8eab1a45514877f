import type { SetRule } from '../rule-set/compiled-rule-set.js';
import type { RunScope } from './run.js';

/** What a rule without triggers of its own reacts to (shapes 5.1); only a rule that names the others runs on them. */
const usualTriggers: Readonly<Record<RunScope['target'], ReadonlySet<string>>> = {
  transaction: new Set(['created', 'updated', 'status_changed']),
  person: new Set(['created']),
  company: new Set(['created']),
};

/** Does a rule take part in a run? On demand every rule of the target does. */
export function runsInScope({ checked }: SetRule, { target, trigger }: RunScope): boolean {
  if (!checked.targets.includes(target)) return false;
  if (trigger === 'manual') return true;
  return checked.triggers.length > 0 ? checked.triggers.includes(trigger) : usualTriggers[target].has(trigger);
}
