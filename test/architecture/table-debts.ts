/**
 * Statements that gather what rules read of a record, in one round trip: they join tables of several owners on purpose.
 */
export const factStatements: readonly string[] = [
  'modules/decisions/evaluations/domain/flat-table.ts',
  'modules/decisions/evaluations/domain/relationship-table.ts',
  'modules/decisions/evaluations/domain/transaction-table.ts',
  'modules/decisions/evaluations/persistence/account-facts.ts',
  'modules/decisions/evaluations/persistence/batched-query.ts',
  'modules/decisions/evaluations/persistence/evaluation-records.ts',
  'modules/decisions/evaluations/persistence/facts-query.ts',
];

/**
 * Files that read or write a table of another owner, by table. A debt that is paid leaves the list, and none is added: the owner exports
 * a query instead.
 */
export const tableDebts: Readonly<Record<string, readonly string[]>> = {
  alerts: [
    'modules/casework/cases/persistence/findings.ts',
    'modules/casework/cases/persistence/inbox-store.ts',
    'modules/events/transactions/persistence/transaction-store.ts',
    'modules/parties/devices/persistence/context-activity.ts',
  ],
  api_keys: [
    'modules/rules/rules/persistence/approval-store.ts',
    'modules/tenancy/organizations/persistence/plan-store.ts',
    'platform/auth/api-key-store.ts',
  ],
  audit_events: ['modules/tenancy/audit/audit-repository.ts'],
  child_opt_ins: [
    'modules/decisions/data-lists/persistence/visible-lists.ts',
    'modules/delivery/webhooks/persistence/shared-webhooks.ts',
  ],
  child_shares: [
    'modules/decisions/data-lists/persistence/visible-lists.ts',
    'modules/delivery/webhooks/persistence/shared-webhooks.ts',
  ],
  dry_runs: ['modules/rules/rules/persistence/dry-run-evidence.ts'],
  entities: [
    'modules/casework/alerts/persistence/referenced-records.ts',
    'modules/decisions/rule-sets/persistence/child-shares.ts',
    'modules/events/transactions/persistence/transaction-row.ts',
    'modules/insight/dry-runs/persistence/past-records.ts',
    'modules/parties/devices/persistence/context-devices.ts',
    'modules/parties/devices/persistence/context-relations.ts',
    'modules/parties/devices/persistence/device-columns.ts',
    'modules/parties/devices/persistence/record-sighting.ts',
    'modules/parties/relationships/relationship-store.ts',
  ],
  evaluations: [
    'modules/casework/alerts/persistence/alert-updates.ts',
    'modules/decisions/rule-counters/run-group-store.ts',
    'modules/insight/dry-runs/persistence/past-evaluations.ts',
    'modules/insight/dry-runs/persistence/past-transactions.ts',
    'modules/insight/rule-monitoring/persistence/compared-evaluations.ts',
    'modules/insight/rule-monitoring/persistence/rule-overlap.ts',
    'modules/insight/rule-monitoring/persistence/sample-records.ts',
  ],
  library_names: ['modules/decisions/rule-sets/persistence/rule-set-history.ts'],
  organizations: [
    'modules/casework/cases/persistence/case-store.ts',
    'modules/decisions/currency-rates/persistence/rate-store.ts',
    'modules/decisions/evaluations/persistence/window-watermarks.ts',
    'modules/decisions/rule-sets/persistence/child-shares.ts',
    'modules/decisions/rule-sets/persistence/rule-set-store.ts',
    'modules/delivery/webhooks/persistence/shared-webhooks.ts',
    'modules/delivery/webhooks/persistence/webhook-store.ts',
    'modules/rules/sharing/share-resource.ts',
    'modules/tenancy/creation-quotas/quota-store.ts',
    'modules/tenancy/members/persistence/memberships.ts',
    'modules/tenancy/members/persistence/recipients.ts',
    'modules/tenancy/members/persistence/role-store.ts',
    'modules/tenancy/organization-settings/organization-settings.ts',
    'platform/database/find-organizations.ts',
  ],
  rate_windows: ['modules/tenancy/api-keys/api-key-records.ts'],
  relationships: [
    'modules/parties/devices/persistence/context-devices.ts',
    'modules/parties/devices/persistence/context-relations.ts',
  ],
  rules: ['modules/insight/rule-monitoring/persistence/rule-overlap.ts'],
  transactions: [
    'modules/casework/alerts/persistence/alert-updates.ts',
    'modules/casework/alerts/persistence/referenced-records.ts',
    'modules/insight/dry-runs/persistence/past-transactions.ts',
    'modules/parties/devices/persistence/context-activity.ts',
    'modules/parties/devices/persistence/context-devices.ts',
  ],
  user_events: [
    'modules/parties/devices/persistence/context-activity.ts',
    'modules/parties/devices/persistence/context-summary.ts',
  ],
  users: ['platform/auth/session-store.ts'],
  window_marks: ['platform/database/partitions.ts'],
};
