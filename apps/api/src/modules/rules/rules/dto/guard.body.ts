import {
  type GuardAction,
  guardActions,
  guardLimitsMax,
  type GuardMetric,
  guardMetrics,
  type GuardReference,
  guardReferences,
  type GuardWindow,
  guardWindows,
} from '@tamis/library';

import {
  EnumField,
  IntegerField,
  NestedArrayField,
  NumberField,
  ReadOnlyField,
  TextArrayField,
} from '../../../../platform/http/index.js';
import { limits as platformLimits } from '../../../../platform/limits.js';
import type { GuardLimitRequest, GuardRequest } from '../domain/rule-guard.js';

const metrics = Object.keys(guardMetrics) as readonly GuardMetric[];

/** A limit of a rule: `operator` and `value`, or `withinFactor` and `of`. */
export class GuardLimitBody implements GuardLimitRequest {
  @EnumField(metrics, 'GuardMetric', { required: true }) metric!: GuardMetric;
  @EnumField(['lte', 'gte'], 'GuardOperator') operator?: 'lte' | 'gte';
  @NumberField({ min: 0, description: 'For shares: from 0 to 1' }) value?: number;
  @NumberField({ min: 1, max: 1_000_000, description: 'Above 1' }) withinFactor?: number;
  @EnumField(guardReferences, 'GuardReference') of?: GuardReference;
  @EnumField(guardWindows, 'GuardWindow', { required: true, description: 'Ending now' }) window!: GuardWindow;
}

/** The limits that apply to a rule while it decides. */
export class GuardBody implements GuardRequest {
  @NestedArrayField(() => GuardLimitBody, { required: true, min: 1, max: guardLimitsMax }) limits!: GuardLimitBody[];
  @IntegerField({
    min: 1,
    max: 1_000_000_000,
    description: 'Shares are not evaluated below this number of evaluations; default 100',
  })
  minExecutions?: number;
  @EnumField(guardActions, 'GuardAction', {
    description: '`pause` (default) moves the rule from active to shadow; `notify` changes nothing',
  })
  action?: GuardAction;
  @TextArrayField({
    max: 20,
    maxText: platformLimits.emailCharacters,
    description: 'Ids of users, or email addresses; default: the owner',
  })
  notify?: string[];
  @ReadOnlyField() text?: unknown;
}
