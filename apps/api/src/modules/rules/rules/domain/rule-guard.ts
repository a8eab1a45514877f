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

import { invalid } from '../../../../platform/http/index.js';

/** What a dry run says a rule will do. */
export interface ExpectedCounts {
  readonly dryRunId: string;
  readonly days: number;
  readonly executions: number;
  readonly hits: number;
  readonly unknowns: number;
  readonly alerts: number;
}

/** What a rule is held to, as it was asked for. */
export interface Guard {
  readonly limits: readonly GuardLimit[];
  /** Below so many executions no share is judged. */
  readonly minExecutions: number;
  readonly action: GuardAction;
  /** Users or e-mail addresses; empty: the owner of the rule. */
  readonly notify: readonly string[];
}

/** One time the rule left its limits. */
export interface GuardTrip {
  readonly at: Date;
  readonly metric: string;
  readonly observed: number;
  /** The limit in words. */
  readonly limit: string;
  /** What the metric was not to pass. */
  readonly bound: number;
  readonly action: GuardAction;
  /** Some of the runs. */
  readonly evaluationIds: readonly string[];
  /** When the rule was put in force again, or was within its limits again; null: neither yet. */
  readonly endedAt: Date | null;
  readonly undoneBy: string | null;
}

export interface StoredGuard extends Guard {
  readonly expected: ExpectedCounts | null;
  readonly armedAt: Date;
  readonly armedRevision: number;
  readonly checkedAt: Date | null;
  /** The last one. */
  readonly trip: GuardTrip | null;
}

/** A limit as it is asked for: it has `operator` and `value`, or `withinFactor` and `of`. */
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

/** The guard a body asks for. Throws 400 where a limit is none. */
export function guardFromRequest({ limits, minExecutions, action, notify }: GuardRequest): Guard {
  return {
    limits: limits.map((limit, index) => limitFromRequest(limit, `guard.limits[${index}]`)),
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
      throw invalid({ [`${path}.value`]: `value of ${metric} is a share, from 0 to 1` });
    return { metric, window, operator, value };
  }
  if (withinFactor != null && of != null && operator == null && value == null) {
    if (withinFactor <= 1) throw invalid({ [`${path}.withinFactor`]: 'withinFactor must be above 1' });
    return { metric, window, withinFactor, of };
  }
  throw invalid({ [path]: 'a limit has operator and value, or withinFactor and of' });
}

/** Whether a guard asks for nothing else than the one that is stored. */
export function isSameGuard({ limits, minExecutions, action, notify }: Guard, stored: StoredGuard | null): boolean {
  if (!stored) return false;
  const before = [stored.limits, stored.minExecutions, stored.action, stored.notify];
  return isDeepStrictEqual([limits, minExecutions, action, notify], before);
}

export const requiresDryRun = ({ limits }: Guard): boolean =>
  limits.some((limit) => 'of' in limit && limit.of === 'dry_run');

/** `guard` of a rule. */
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

/** `guardState` of a rule: `off` while the rule does not decide for another reason than its guard. */
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
