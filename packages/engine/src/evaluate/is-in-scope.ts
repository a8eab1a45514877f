import type { Target } from '@tamis/lang';
import { platformTriggers } from '@tamis/library';
import type { MatrixContent, RuleSetContent } from '../rules/rule-set-content.js';
import type { EvaluationScope } from '../facts/evaluation-params.js';
import type { SetRule } from '../rules/set-rule.js';

/** What a rule without triggers of its own reacts to (shapes 5.1); only a rule that names the others runs on them. */
export const defaultTriggers: Readonly<Record<Target, ReadonlySet<string>>> = {
  transaction: new Set(['created', 'updated', 'status_changed']),
  person: new Set(['created']),
  company: new Set(['created']),
  userEvent: new Set(['created']),
};

/**
 * The matrices a run executes, in order: those it names, else the defaults of its target. One that is inactive is none of them; one that
 * is switched off for what happened is, at rest: that a run has matrices says which rules are its own.
 */
export function executedMatrices(
  { matrices = [], defaultMatrices = {} }: Pick<RuleSetContent, 'matrices' | 'defaultMatrices'>,
  { target, trigger, matrices: named }: EvaluationScope,
): readonly MatrixContent[] {
  const keys = named ?? defaultMatrices[target] ?? [];
  const event = trigger === 'manual' ? '' : platformTriggerName(target, trigger);
  return keys
    .flatMap((key) => matrices.find((matrix) => matrix.key === key && matrix.status !== 'inactive') ?? [])
    .map((matrix) => (matrix.events?.[event]?.enabled === false ? atRest(matrix) : matrix));
}

const isTied = ({ checked }: SetRule, executed: readonly MatrixContent[]): boolean =>
  executed.length === 0 ? checked.matrices.length === 0 : executed.some(({ key }) => checked.matrices.includes(key));

/**
 * Does a rule take part in a run, whatever the subject and the time? On demand every rule of the target does. Else its triggers must
 * allow it, and one of its matrices that are executed; what neither says anything of is as usual.
 */
export function isInScope(rule: SetRule, scope: EvaluationScope, executed: readonly MatrixContent[]): boolean {
  const { checked } = rule;
  const { target, trigger, stage = 'sync' } = scope;
  if (!checked.targets.includes(target) || checked.evaluate !== stage || !isTied(rule, executed)) return false;
  if (trigger === 'manual') return true;
  if (checked.triggers.length > 0 && !checked.triggers.includes(trigger)) return false;
  const usually = checked.triggers.length > 0 || defaultTriggers[target].has(trigger);
  const said = executed
    .filter(({ key }) => checked.matrices.includes(key))
    .map(({ events }) => events?.[platformTriggerName(target, trigger)]?.enabled);
  return said.length > 0 ? said.some((enabled) => enabled ?? usually) : usually;
}

/** A matrix that is executed and does not run: its band and score count as little as its rules. */
const atRest = (matrix: MatrixContent): MatrixContent => ({ ...matrix, status: 'inactive' });

/**
 * The executed matrices, at rest those that say nothing of what happened where it is unusual and none of the rules in scope is theirs:
 * they run on it no more than one that is switched off for it.
 */
export function runningMatrices(
  executed: readonly MatrixContent[],
  { target, trigger }: EvaluationScope,
  inScope: readonly SetRule[],
): readonly MatrixContent[] {
  if (trigger === 'manual' || defaultTriggers[target].has(trigger)) return executed;
  const event = platformTriggerName(target, trigger);
  return executed.map((matrix) => {
    const runs = matrix.events?.[event] ?? inScope.some(({ checked }) => checked.matrices.includes(matrix.key));
    return runs ? matrix : atRest(matrix);
  });
}

export const platformTriggerNames: Readonly<Record<Target, Readonly<Record<string, string>>>> = {
  transaction: platformTriggers.transaction,
  person: platformTriggers.entity,
  company: platformTriggers.entity,
  userEvent: platformTriggers.userEvent,
};

/** The platform's name of a trigger: `entity_created` for `created` of a person. A word without one is its own. */
export const platformTriggerName = (target: Target, word: string): string => platformTriggerNames[target][word] ?? word;
