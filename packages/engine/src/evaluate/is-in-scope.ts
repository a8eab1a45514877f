import type { Target } from '@tamis/lang';
import { platformTriggers } from '@tamis/library';
import type { MatrixContent, RuleSetContent } from '../rules/rule-set-content.js';
import type { EvaluationScope } from '../facts/evaluation-params.js';
import type { SetRule } from '../rules/set-rule.js';

/** Triggers of a rule that declares none (shapes 5.1). On other triggers, only rules that name them are evaluated. */
export const defaultTriggers: Readonly<Record<Target, ReadonlySet<string>>> = {
  transaction: new Set(['created', 'updated', 'status_changed']),
  person: new Set(['created']),
  company: new Set(['created']),
  userEvent: new Set(['created']),
};

/**
 * The matrices of an evaluation, in order: the named ones, or else the defaults of its target. An inactive matrix is left out. One that is
 * disabled for the event is included but at rest: having matrices determines which rules take part.
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
 * Returns whether a rule takes part in an evaluation, regardless of subject and time. On demand, every rule of the target does. Otherwise
 * its triggers and one of its executed matrices must permit it. If neither specifies triggers, the defaults apply.
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

/** A matrix that does not run on the event: neither its band and score nor its rules count. */
const atRest = (matrix: MatrixContent): MatrixContent => ({ ...matrix, status: 'inactive' });

/**
 * The matrices of an evaluation, with those at rest that do not name an unusual event and have no rules in scope: they run on it no more
 * than one that is disabled for it.
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

/** Returns the platform name of a trigger, such as `entity_created` for `created` of a person. A word without one is returned unchanged. */
export const platformTriggerName = (target: Target, word: string): string => platformTriggerNames[target][word] ?? word;
