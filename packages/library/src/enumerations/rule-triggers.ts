/** Triggers of transaction rules, as written in a rule. */
export const transactionTriggers = ['created', 'updated', 'status_changed', 'manual', 'scheduled'] as const;

/** Triggers of person and company rules, as written in a rule. */
export const entityTriggers = [
  'created',
  'updated',
  'status_changed',
  'enriched',
  'materialized',
  'kyc_completed',
  'monitoring_hit',
  'manual',
  'scheduled',
] as const;

/** Triggers of user event rules, as written in a rule. */
export const userEventTriggers = ['created', 'manual', 'scheduled'] as const;

/** The platform trigger for each word. */
export const platformTriggers = {
  transaction: {
    created: 'transaction_created',
    updated: 'transaction_updated',
    status_changed: 'transaction_status_changed',
    manual: 'manual_evaluation',
    scheduled: 'scheduled',
  },
  entity: {
    created: 'entity_created',
    updated: 'entity_updated',
    status_changed: 'entity_status_changed',
    enriched: 'enrichment_completed',
    materialized: 'relationships_materialized',
    kyc_completed: 'kyc_validation_completed',
    monitoring_hit: 'monitoring_hit',
    manual: 'manual_evaluation',
    scheduled: 'scheduled',
  },
  userEvent: {
    created: 'user_event_created',
    manual: 'manual_evaluation',
    scheduled: 'scheduled',
  },
} as const;
