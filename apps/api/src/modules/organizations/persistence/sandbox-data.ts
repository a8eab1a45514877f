import type { Queryable } from '../../../platform/database/index.js';

/** Cleared by a reset, each before what it refers to. */
export const clearedBySandboxReset = [
  'creation_blocks',
  'currency_rates',
  'relationships',
  'payment_account_numbers',
  'dry_run_matches',
  'dry_runs',
  'data_list_matches',
  'data_list_revisions',
  'data_list_past_keys',
  'data_list_past_items',
  'data_list_keys',
  'data_list_items',
  'data_lists',
  'notes',
  'alerts',
  'cases',
  'case_numbers',
  'device_addresses',
  'devices',
  'user_event_keys',
  'user_events',
  'rule_counts',
  'rule_count_progress',
  'waiting_runs',
  'evaluations',
  'transaction_keys',
  'transactions',
  'entity_status_history',
  'former_external_ids',
  'entity_accounts',
  'country_activation_changes',
  'country_activations',
  'entity_match_keys',
  'entities',
  'rule_guard_trips',
  'rule_guards',
  'rule_approvals',
  'rule_versions',
  'rules',
  'child_opt_ins',
  'risk_matrix_defaults',
  'risk_matrices',
  'library_names',
  'outbox',
  'idempotent_answers',
] as const;

/** Kept by a reset, with the reason. */
export const keptBySandboxReset: Readonly<Record<string, string>> = {
  organizations: 'the sandbox itself',
  child_shares: 'is what the parent lends; using it is up to the child',
  api_keys: 'a reset must not lock its caller out',
  rate_windows: 'clearing data gives a key no new requests',
  users: 'are people, not data of an organization',
  sessions: 'of people, not of an organization',
  sign_in_attempts: 'of whoever signs in',
  members: 'belong to the account, not to one environment',
  roles: 'belong to the account, not to one environment',
  audit_events: 'only grows, whatever happens to what it tells of',
  audit_heads: 'belong to the audit trail',
  data_keys: 'what they sealed may be kept',
  master_keys: 'belong to the server',
  creation_quotas: 'are agreed upon, and count what was created',
  secrets: 'are settings, as keys are',
  rule_sets: 'revisions are never used twice: processes remember what each of them holds',
  active_rule_sets: 'points at the empty set that the reset publishes',
  rule_set_activations: 'revisions are never used twice: processes remember what each of them holds',
};

export async function clearSandboxData(client: Queryable, organizationId: string): Promise<void> {
  for (const table of clearedBySandboxReset) {
    await client.query(`delete from ${table} where organization_id = $1`, [organizationId]);
  }
}
