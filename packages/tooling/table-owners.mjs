/**
 * The folder that owns each table: `room/noun` below `apps/api/src/modules`, or `platform/…`. It alone writes and reads the table;
 * others call what its `index.ts` exports. Rooms stand in the order of `dependency-rules.mjs`, and so do the tables of schema.sql.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const tablesOfOwners = {
  'tenancy/organizations': ['organizations'],
  'tenancy/people': ['users', 'person_emails', 'sign_in_attempts'],
  'tenancy/members': ['members', 'roles'],
  'tenancy/api-keys': ['api_keys'],
  'tenancy/creation-quotas': ['creation_quotas'],
  'platform/database': ['schema_migrations', 'dropped_periods'],
  'platform/auth': ['sessions', 'api_key_checksum'],
  'platform/rate-limits': ['rate_windows', 'organization_windows', 'person_windows'],
  'platform/idempotency': ['idempotent_answers'],
  'platform/secrets': ['master_keys', 'data_keys', 'secrets'],
  'platform/audit': ['audit_heads', 'audit_events'],
  'platform/outbox': ['outbox'],
  'casework/alerts': ['alerts'],
  'casework/cases': ['cases', 'case_numbers', 'inbox_counts', 'inbox_changes'],
  'casework/notes': ['notes'],
  'delivery/webhooks': ['webhooks', 'webhook_deliveries', 'webhook_queue', 'webhook_cursors'],
  'decisions/currency-rates': ['currency_rates', 'provided_rates', 'rate_fetches'],
  'decisions/data-lists': [
    'data_lists',
    'data_list_items',
    'data_list_keys',
    'data_list_past_items',
    'data_list_past_keys',
    'data_list_revisions',
    'data_list_matches',
  ],
  'decisions/evaluations': [
    'evaluations',
    'waiting_runs',
    'sensitive_questions',
    'replay_samples',
    'window_parts',
    'window_changes',
    'window_marks',
  ],
  'decisions/rule-sets': [
    'rule_sets',
    'active_rule_sets',
    'rule_set_activations',
    'risk_matrices',
    'risk_matrix_defaults',
    'child_shares',
    'child_opt_ins',
  ],
  'decisions/rule-counters': ['rule_counts', 'rule_count_progress'],
  'rules/rules': [
    'rules',
    'rule_versions',
    'rule_plans',
    'rule_approvals',
    'rule_guards',
    'rule_guard_trips',
    'library_names',
  ],
  'parties/entities': [
    'entities',
    'entity_match_keys',
    'entity_status_history',
    'former_external_ids',
    'payment_account_numbers',
  ],
  'parties/entity-accounts': ['entity_accounts'],
  'parties/relationships': ['relationships'],
  'parties/country-activations': ['country_activations', 'country_activation_changes'],
  'parties/creation-blocks': ['creation_blocks'],
  'parties/devices': ['devices', 'device_addresses'],
  'events/transactions': ['transactions', 'transaction_keys'],
  'events/user-events': ['user_events', 'user_event_keys'],
  'events/batch-jobs': ['batch_jobs'],
  'events/column-mappings': ['column_mappings'],
  'insight/rule-monitoring': ['rule_drifts'],
  'insight/dry-runs': ['dry_runs', 'dry_run_matches'],
};

/** @type {ReadonlyMap<string, string>} the owner of each table */
export const ownerOfTable = new Map(
  Object.entries(tablesOfOwners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);
