import { alertStatuses, caseStatuses, entityStatuses, transactionStatuses } from '@tamis/library';

import type { Permission } from '../../../../platform/auth/index.js';
import { permissionsForEvent } from '../../../delivery/webhooks/index.js';

/** A subject that a trigger provides and an action requires. */
export type Subject = 'entity' | 'transaction' | 'user_event' | 'alert' | 'case' | 'list_item' | 'job';

/** Subjects that conditions can be about. */
export type ConditionSubject = Extract<Subject, 'entity' | 'transaction' | 'user_event'>;

export const conditionRecords = ['person', 'company', 'transaction', 'user_event'] as const;
export type ConditionRecord = (typeof conditionRecords)[number];

const recordTypes: Readonly<Record<ConditionSubject, readonly ConditionRecord[]>> = {
  entity: ['person', 'company'],
  transaction: ['transaction'],
  user_event: ['user_event'],
};

/** Returns the record types to which conditions on these subjects may apply. */
export const recordTypesOf = (about: readonly ConditionSubject[]): readonly ConditionRecord[] =>
  about.flatMap((subject) => recordTypes[subject]);

interface TriggerDeclaration {
  /** Outbox events that start it. Empty if it is started by something else. */
  readonly events: readonly string[];
  readonly brings: readonly Subject[];
  /** Possible subjects of its conditions; the first suitable one is used. Empty if it supports no conditions. */
  readonly about: readonly ConditionSubject[];
  /** Fields of `triggerConfig` in addition to the common ones. */
  readonly config: readonly TriggerSetting[];
}

export type TriggerSetting =
  | 'cron'
  | 'timezone'
  | 'every'
  | 'entityFilter'
  | 'from'
  | 'to'
  | 'ruleIds'
  | 'crosses'
  | 'direction'
  | 'entityTypes'
  | 'countries';

const common: readonly TriggerSetting[] = ['entityTypes', 'countries'];
const entity = { brings: ['entity'], about: ['entity'], config: common } as const;
const transaction = {
  brings: ['transaction', 'entity'],
  about: ['transaction'],
  config: common,
} as const;
const alert = {
  brings: ['alert', 'entity', 'transaction'],
  about: ['transaction', 'entity'],
  config: common,
} as const;
const investigation = { brings: ['case', 'entity'], about: ['entity'], config: common } as const;
const moves: readonly TriggerSetting[] = [...common, 'from', 'to'];

const declarations = {
  manual_execution: {
    events: [],
    brings: ['entity', 'transaction'],
    about: ['transaction', 'entity'],
    config: common,
  },
  scheduled: {
    events: [],
    brings: [],
    about: ['entity'],
    config: ['cron', 'timezone', 'every', 'entityFilter', ...common],
  },
  investigation_created: { events: ['investigation.created'], ...investigation },
  rule_triggered: {
    events: ['rule.triggered', 'automation.requested'],
    brings: ['entity', 'transaction', 'user_event'],
    about: ['transaction', 'user_event', 'entity'],
    config: [...common, 'ruleIds'],
  },
  entity_created: { events: ['entity.created'], ...entity },
  entity_updated: { events: ['entity.updated'], ...entity },
  entity_status_changed: { events: ['entity.status_changed'], ...entity, config: moves },
  enrichment_completed: { events: ['enrichment.completed'], ...entity },
  relationships_materialized: { events: ['entity.relationships_materialized'], ...entity },
  transaction_created: { events: ['transaction.created'], ...transaction },
  transaction_updated: { events: ['transaction.updated'], ...transaction },
  transaction_status_changed: { events: ['transaction.status_changed'], ...transaction, config: moves },
  user_event_created: {
    events: ['user_event.created'],
    brings: ['user_event', 'entity'],
    about: ['user_event'],
    config: common,
  },
  alert_created: { events: ['alert.created'], ...alert },
  alert_status_changed: { events: ['alert.status_changed'], ...alert, config: moves },
  investigation_status_changed: { events: ['investigation.status_changed'], ...investigation, config: moves },
  kyc_validation_completed: {
    events: ['kyc.validation_in_review', 'kyc.validation_approved', 'kyc.validation_rejected'],
    ...entity,
    config: moves,
  },
  monitoring_hit: { events: ['monitoring.hit'], ...entity },
  risk_score_changed: {
    events: ['risk_analysis_entity_executed'],
    ...entity,
    config: [...common, 'crosses', 'direction'],
  },
  rule_guard_tripped: {
    events: ['rule.guard_tripped'],
    brings: [],
    about: [],
    config: ['ruleIds'],
  },
  data_list_item_added: {
    events: ['data_list.item_added'],
    brings: ['list_item'],
    about: [],
    config: [],
  },
  batch_job_completed: { events: ['batch.job_completed'], brings: ['job'], about: [], config: [] },
  webhook_received: { events: [], brings: [], about: [], config: [] },
} as const satisfies Readonly<Record<string, TriggerDeclaration>>;

export type TriggerType = keyof typeof declarations;

export const triggerTypes = Object.keys(declarations) as TriggerType[];

export const triggerOf = (type: TriggerType): TriggerDeclaration => declarations[type];

/** Returns the permissions required to read what a trigger provides, as for a webhook that receives its events. */
export const readsOf = (type: TriggerType): readonly Permission[] =>
  type === 'scheduled' ? ['entities:read'] : [...new Set(triggerOf(type).events.flatMap(permissionsForEvent))];

const movingStatuses: Readonly<Partial<Record<TriggerType, readonly string[]>>> = {
  entity_status_changed: entityStatuses,
  transaction_status_changed: transactionStatuses,
  alert_status_changed: alertStatuses,
  investigation_status_changed: caseStatuses,
};

/** Returns the statuses that `from` and `to` may contain; `undefined` for any text. */
export const statusesOf = (type: TriggerType): readonly string[] | undefined => movingStatuses[type];

/** Returns the subjects that a trigger provides with these settings. A schedule provides entities if it has an entity filter. */
export function broughtBy(type: TriggerType, config: Readonly<Record<string, unknown>>): ReadonlySet<Subject> {
  const isOverEntities = type === 'scheduled' && config['entityFilter'] !== undefined;
  return new Set<Subject>(isOverEntities ? ['entity'] : triggerOf(type).brings);
}
