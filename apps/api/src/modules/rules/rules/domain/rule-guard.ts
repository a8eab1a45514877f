import { isDeepStrictEqual } from 'node:util';

import {
  type GuardAction,
  type GuardLimit,
  type GuardMetric,
  guardMetrics,
  type GuardReference,
  type GuardWindow,
  printGuardLimit,
} from '@tamis/library';
import { isEmail, isUUID } from 'class-validator';

import { invalid } from '../../../../platform/http/index.js';

/** What a rule is expected to do, according to a dry run. */
export interface ExpectedCounts {
  readonly dryRunId: string;
  readonly days: number;
  readonly executions: number;
  readonly hits: number;
  readonly unknowns: number;
  readonly alerts: number;
}

/** Limits of a rule, as they were requested. */
export interface Guard {
  readonly limits: readonly GuardLimit[];
  /** With fewer executions, rates are not checked. */
  readonly minExecutions: number;
  readonly action: GuardAction;
  /** Users or email addresses; if empty, the owner of the rule is notified. */
  readonly notify: readonly string[];
}

/** A violation of the rule's limits. */
export interface GuardTrip {
  readonly at: Date;
  readonly metric: string;
  readonly observed: number;
  /** The limit in words. */
  readonly limit: string;
  /** The bound that the metric violated. */
  readonly bound: number;
  readonly action: GuardAction;
  /** Ids of some of the evaluations. */
  readonly evaluationIds: readonly string[];
  /** When the rule was put in force again, or was within its limits again; `null` if neither has happened. */
  readonly endedAt: Date | null;
  readonly undoneBy: string | null;
}

export interface StoredGuard extends Guard {
  readonly expected: ExpectedCounts | null;
  readonly armedAt: Date;
  readonly armedRevision: number;
  readonly checkedAt: Date | null;
  /** The last trip. */
  readonly trip: GuardTrip | null;
}

/** A requested limit, with either `operator` and `value`, or `withinFactor` and `of`. */
export interface GuardLimitRequest {
  readonly metric: GuardMetric;
  readonly window: GuardWindow;
  readonly operator?: 'lte' | 'gte' | null;
  readonly value?: number | null;
  readonly withinFactor?: number | null;
  readonly of?: GuardReference | null;
}

export interface GuardRequest {
  readonly limits: readonly GuardLimitRequest[];
  readonly minExecutions?: number | null;
  readonly action?: GuardAction | null;
  readonly notify?: readonly string[] | null;
}

const defaultMinExecutions = 100;

/** Returns the guard in a body, whose members are below `path`. Throws 400 if a limit is not valid, or nobody can be notified. */
export function guardFromRequest({ limits, minExecutions, action, notify }: GuardRequest, path = ''): Guard {
  (notify ?? []).forEach((name, index) => {
    if (!isEmail(name) && !isUUID(name))
      throw invalid({ [`${path}notify[${index}]`]: 'must be the id of a user or an email address' });
  });
  return {
    limits: limits.map((limit, index) => limitFromRequest(limit, `${path}limits[${index}]`)),
    minExecutions: minExecutions ?? defaultMinExecutions,
    action: action ?? 'pause',
    notify: notify ?? [],
  };
}

function limitFromRequest(
  { metric, window, operator, value, withinFactor, of }: GuardLimitRequest,
  path: string,
): GuardLimit {
  if (operator != null && value != null && withinFactor == null && of == null) {
    if (!guardMetrics[metric].isCount && value > 1)
      throw invalid({ [`${path}.value`]: `value of ${metric} is a share from 0 to 1` });
    return { metric, window, operator, value };
  }
  if (withinFactor != null && of != null && operator == null && value == null) {
    if (withinFactor <= 1) throw invalid({ [`${path}.withinFactor`]: 'withinFactor must be greater than 1' });
    // The metric could never be compared, so the limit would have no effect.
    if (of === 'dry_run' && !inDryRuns.includes(metric))
      throw invalid({ [`${path}.of`]: `a dry run reports ${inDryRuns.join(', ')} of a rule, but not ${metric}` });
    return { metric, window, withinFactor, of };
  }
  throw invalid({ [path]: 'a limit has either operator and value, or withinFactor and of' });
}

/** Metrics for which `ExpectedCounts` has values. */
const inDryRuns: readonly GuardMetric[] = ['alerts', 'hits', 'hitRate', 'unknownRate'];

/** Whether a guard is the same as the stored one. */
export function isSameGuard({ limits, minExecutions, action, notify }: Guard, stored: StoredGuard | null): boolean {
  if (!stored) return false;
  const before = [stored.limits, stored.minExecutions, stored.action, stored.notify];
  return isDeepStrictEqual([limits, minExecutions, action, notify], before);
}

/** Whether a limit stops everything that another one stopped. */
function coversLimit(limit: GuardLimit, before: GuardLimit): boolean {
  if (limit.metric !== before.metric || limit.window !== before.window) return false;
  if ('of' in limit || 'of' in before)
    return 'of' in limit && 'of' in before && limit.of === before.of && limit.withinFactor <= before.withinFactor;
  if (limit.operator !== before.operator) return false;
  return limit.operator === 'lte' ? limit.value <= before.value : limit.value >= before.value;
}

/**
 * Whether a rule is restricted less than before. Another guard is at least as strict if each previous limit is covered by one of its own,
 * it does not check later, its action is at least as strong, and it notifies everyone as before. Setting the same guard again counts as
 * looser, because it starts counting anew. Null stands for no guard.
 */
export function isGuardLoosened(before: StoredGuard | null, after: Guard | null): boolean {
  if (before === null) return false;
  if (after === null || isSameGuard(after, before)) return true;
  const isCovered = before.limits.every((limit) => after.limits.some((each) => coversLimit(each, limit)));
  const tells =
    before.notify.every((each) => after.notify.includes(each)) &&
    (before.notify.length > 0 || after.notify.length === 0);
  const acts = after.action === 'pause' || before.action === 'notify';
  return !isCovered || !tells || !acts || after.minExecutions > before.minExecutions;
}

export const requiresDryRun = ({ limits }: Guard): boolean =>
  limits.some((limit) => 'of' in limit && limit.of === 'dry_run');

/** Returns the `guard` of a rule. */
export const guardView = ({ limits, minExecutions, action, notify }: Guard) => ({
  limits,
  minExecutions,
  action,
  notify,
  text: limits.map(printGuardLimit).join(', '),
});

export interface GuardStateView {
  readonly status: 'ok' | 'tripped' | 'off';
  readonly checkedAt: string | null;
  readonly trippedAt: string | null;
  readonly metric: string | null;
  readonly observed: number | null;
  readonly limit: string | null;
  readonly action: GuardAction;
  readonly evaluationIds: readonly string[];
}

/** Returns the `guardState` of a rule: `off` while the rule does not decide for a reason other than its guard. */
export function guardStateView(guard: StoredGuard, isActive: boolean): GuardStateView {
  const { checkedAt, action } = guard;
  const trip = guard.trip?.endedAt === null ? guard.trip : null;
  return {
    status: trip ? 'tripped' : isActive ? 'ok' : 'off',
    checkedAt: checkedAt?.toISOString() ?? null,
    trippedAt: trip?.at.toISOString() ?? null,
    metric: trip?.metric ?? null,
    observed: trip?.observed ?? null,
    limit: trip?.limit ?? null,
    action: trip?.action ?? action,
    evaluationIds: trip?.evaluationIds ?? [],
  };
}
