import type { Permission } from '../../src/platform/auth/index.js';
import { ruleText } from './rule-samples.js';
import type { RecordName, TenantRecords } from './tenant-records.js';

type BodyOf = (records: TenantRecords) => object;
type QueryOf = (records: TenantRecords) => string;

/**
 * How a route is shown to keep tenants apart.
 * - `record`: its path names a record; that of another organization is answered as one that never was. `below` stands for
 *   what its path names below the record, `query` is what it cannot do without
 * - `list`: its answer shows nothing of another organization
 * - `body`: records of another organization, named in its body, are answered as ones that never were; `also` is a
 *   second permission that it needs whatever its body holds
 * - `none`: it reads and writes nothing of any organization, for the reason given
 */
export type TenancyCase =
  | {
      readonly record: RecordName;
      readonly body?: BodyOf;
      readonly below?: string | QueryOf;
      readonly query?: QueryOf;
      readonly also?: Permission;
    }
  | { readonly list: true; readonly also?: Permission }
  | { readonly body: BodyOf; readonly also?: Permission }
  | { readonly none: string };

const nothing = (): object => ({});
const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const account = { accountType: 'savings', currency: 'BRL', externalAccountId: 'taken' };

/** Every route has a case here; the test fails for one that has none. */
export const tenancyCases: Readonly<Record<string, TenancyCase>> = {
  'GET /health': { none: 'tells whether the server and its database answer' },
  'GET /health/live': { none: 'tells whether the server answers' },
  'GET /health/ready': { none: 'tells whether the server should be sent requests' },
  'GET /metrics': { none: 'counts what the process does, by route and never by organization' },
  'GET /errors': { none: 'the codes are the same for everyone' },
  'GET /errors/:code': { none: 'the codes are the same for everyone' },
  'GET /auth/test': { list: true },
  'POST /auth/sign-up': { none: 'a person belongs to no organization' },
  'POST /auth/sign-up/complete': { none: 'the secret of the letter names its one address' },
  'POST /auth/sign-in': { none: 'a person belongs to no organization' },
  'POST /auth/invitations/accept': { none: 'the secret of the invitation names its one member' },
  'POST /auth/password/forgot': { none: 'a person belongs to no organization' },
  'POST /auth/password/reset': { none: 'the secret of the letter names its one person' },
  'GET /auth/session': { none: 'of the person of the session; keys are refused' },
  'GET /auth/sessions': { none: 'of the person of the session; keys are refused' },
  'DELETE /auth/sessions/:id': { none: 'of the person of the session; keys are refused' },
  'POST /auth/sign-out': { none: 'of the person of the session; keys are refused' },
  'POST /auth/password': { none: 'of the person of the session; keys are refused' },
  'POST /organizations': { none: 'makes what was nobody’s; keys are refused' },
  'GET /permissions': { none: 'the permissions are the same for everyone' },
  'POST /api-keys': { none: 'its body names permissions and addresses; the organization is that of the key' },
  'GET /api-keys': { list: true },
  'GET /api-keys/:id': { record: 'apiKey' },
  'PATCH /api-keys/:id': { record: 'apiKey', body: () => ({ name: 'taken' }) },
  'DELETE /api-keys/:id': { record: 'apiKey' },
  'POST /api-keys/:id/rotate': { record: 'apiKey', body: nothing },
  'GET /organizations': { list: true },
  'GET /organizations/:id': { record: 'organization' },
  'PATCH /organizations/:id': { record: 'organization', body: () => ({ name: 'taken' }) },
  'GET /organizations/:id/children': { record: 'organization' },
  'POST /organizations/:id/children': { record: 'organization', body: () => ({ name: 'Child', countryCode: 'BR' }) },
  'POST /organizations/:id/reset': { record: 'organization', body: nothing },
  'GET /members': { list: true },
  'POST /members/invite': { body: ({ role }) => ({ email: 'new@example.com', roleId: role }) },
  'PATCH /members/:id': { record: 'member', body: () => ({ firstName: 'taken' }) },
  'DELETE /members/:id': { record: 'member' },
  'GET /roles': { list: true },
  'POST /roles': { none: 'its body names permissions; the account is that of the key' },
  'PATCH /roles/:id': { record: 'role', body: () => ({ description: 'taken' }) },
  'DELETE /roles/:id': { record: 'role' },
  'GET /audit/events': { list: true },
  'GET /audit/events/export': { list: true },
  'GET /audit/chain': { list: true },
  'GET /entities/:id/timeline': { record: 'entity' },
  'GET /evaluations': { list: true },
  'GET /evaluations/:id': { record: 'evaluation' },
  'GET /evaluations/:id/explain': { record: 'evaluation' },
  'GET /evaluations/:id/test': { record: 'evaluation', query: ({ rule }) => `ruleId=${rule}` },
  'POST /evaluations/:id/replay': { record: 'evaluation', body: nothing },
  'POST /entities/:id/analyze': { record: 'entity', body: nothing },
  'POST /transactions/:id/analyze': { record: 'transaction', body: nothing },
  'POST /events/user/:id/analyze': { record: 'userEvent', body: nothing },
  'GET /transactions/:id/timeline': { record: 'transaction' },
  'GET /rules/:id/timeline': { record: 'rule' },
  'POST /entities': {
    body: ({ entity }) => ({
      type: 'person',
      name: 'Related',
      countryCode: 'BR',
      relationships: [{ relatedEntityId: entity, relationshipType: 'owns' }],
    }),
  },
  'GET /entities/:id/relationships': { record: 'entity' },
  'DELETE /relationships/:id': { record: 'relationship' },
  'POST /creation-blocks': { body: ({ list }) => ({ listId: list, fieldPath: 'attributes.segment' }) },
  'GET /creation-blocks': { list: true },
  'DELETE /creation-blocks/:id': { record: 'creationBlock' },
  'PUT /entities/upsert': {
    body: ({ riskMatrix }) => ({
      entity: { type: 'company', name: 'new', countryCode: 'BR', riskMatrixIds: [riskMatrix] },
    }),
    also: 'entities:edit',
  },
  'GET /entities': { list: true },
  'GET /entities/:id': { record: 'entity' },
  'GET /entities/by-external-id/:externalId': { record: 'externalId' },
  'GET /entities/by-tax-id/:taxId': { record: 'taxId' },
  'POST /entities/change-external-id': {
    // Other routes name the record by its external id.
    body: ({ entity, externalId }) => ({ entityId: entity, newExternalId: externalId, reason: 'a test of tenancy' }),
  },
  'PATCH /entities/:id': { record: 'entity', body: ({ riskMatrix }) => ({ riskMatrixIds: [riskMatrix] }) },
  'PATCH /entities/by-external-id/:externalId': { record: 'externalId', body: () => ({ name: 'taken' }) },
  'PATCH /entities/by-tax-id/:taxId': { record: 'taxId', body: () => ({ name: 'taken' }) },
  'PATCH /entities/:id/attributes': { record: 'entity', body: () => ({ attributes: { taken: true } }) },
  'DELETE /entities/:id': { record: 'spareEntity' },
  'POST /entities/:id/restore': { record: 'spareEntity', body: nothing },
  'GET /entities/:id/status-history': { record: 'entity' },
  'POST /events/user': {
    body: ({ entity, externalId, taxId }) => ({
      eventType: 'LOGIN_SUCCESS',
      userId: 'user-1',
      entityId: entity,
      entityExternalId: externalId,
      taxId,
    }),
  },
  'GET /events/user': { list: true },
  'GET /events/user/:id': { record: 'userEvent' },
  'GET /devices/entity/:entityId': { record: 'entity' },
  'POST /devices/entity/:entityId': { record: 'entity', body: () => ({ deviceId: 'taken' }) },
  'GET /devices/entity/:entityId/investigation-context': { record: 'entity' },
  'PATCH /devices/:id': { record: 'device', body: () => ({ deviceName: 'taken' }) },
  'GET /entities/:id/accounts': { record: 'holder' },
  'POST /entities/:id/accounts': { record: 'holder', body: () => account },
  'PATCH /entities/:id/accounts/:accountId': {
    record: 'holder',
    below: ({ account }) => account,
    body: () => ({ bankName: 'taken' }),
  },
  'DELETE /entities/:id/accounts/:accountId': { record: 'holder', below: ({ account }) => account },
  'GET /entities/by-external-id/:externalId/accounts': { record: 'holderExternalId' },
  'POST /entities/by-external-id/:externalId/accounts': { record: 'holderExternalId', body: () => account },
  'PATCH /entities/by-external-id/:externalId/accounts/:accountId': {
    record: 'holderExternalId',
    below: ({ accountByExternalId }) => accountByExternalId,
    body: () => ({ bankName: 'taken' }),
  },
  'DELETE /entities/by-external-id/:externalId/accounts/:accountId': {
    record: 'holderExternalId',
    below: ({ accountByExternalId }) => accountByExternalId,
  },
  'GET /entities/by-tax-id/:taxId/accounts': { record: 'holderTaxId' },
  'POST /entities/by-tax-id/:taxId/accounts': { record: 'holderTaxId', body: () => account },
  'PATCH /entities/by-tax-id/:taxId/accounts/:accountId': {
    record: 'holderTaxId',
    below: ({ accountByTaxId }) => accountByTaxId,
    body: () => ({ bankName: 'taken' }),
  },
  'DELETE /entities/by-tax-id/:taxId/accounts/:accountId': {
    record: 'holderTaxId',
    below: ({ accountByTaxId }) => accountByTaxId,
  },
  'GET /entities/:id/country-activations': { record: 'entity' },
  'PATCH /entities/:id/country-activations/:countryCode': {
    record: 'entity',
    below: 'BR',
    body: () => ({ status: 'activated' }),
  },
  'POST /data-lists': { none: 'its body names no other record' },
  'GET /data-lists': { list: true },
  'GET /data-lists/:id': { record: 'list' },
  'GET /data-lists/:id/items': { record: 'list' },
  'PATCH /data-lists/:id': { record: 'list', body: () => ({ name: 'taken' }) },
  'PATCH /data-lists/:id/status': { record: 'list', body: () => ({ status: 'active' }) },
  'DELETE /data-lists/:id': { record: 'spareList' },
  'POST /data-lists/:id/impact': { record: 'list', body: () => ({ values: ['x'] }) },
  'GET /data-lists/:id/child-share': { record: 'list' },
  'POST /data-lists/:id/child-share': { record: 'list', body: () => ({ childOrganizationIds: [] }) },
  'GET /data-lists/:id/stats': { record: 'list' },
  'GET /data-lists/:id/usage': { record: 'list' },
  'POST /data-lists/:id/items/find': { record: 'list', body: () => ({ value: 'taken' }) },
  'POST /data-lists/:id/items/bulk': { record: 'list', body: () => ({ items: [{ primaryValue: 'taken' }] }) },
  'PATCH /data-lists/:id/items/:itemId': {
    record: 'list',
    below: ({ item }) => item,
    body: () => ({ category: 'taken' }),
  },
  'DELETE /data-lists/:id/items/:itemId': { record: 'list', below: ({ spareItem }) => spareItem },
  'POST /data-lists/bulk-check': { body: ({ list }) => ({ checks: [{ listId: list, value: 'taken' }] }) },
  'POST /data-lists/:type/check': { none: 'asks the lists of the type of the organization of the key' },
  'POST /data-lists/:id/items': { record: 'list', body: () => ({ items: [{ primaryValue: 'taken' }] }) },
  'GET /intelligence/alerts': { list: true },
  'GET /intelligence/alerts/:id': { record: 'alert' },
  'POST /intelligence/alerts': {
    body: ({ entity, transaction }) => ({
      name: 'By hand',
      severity: 'LOW',
      targetEntityId: entity,
      transactionId: transaction,
    }),
  },
  'POST /intelligence/alerts/:id/acknowledge': { record: 'alert', body: nothing },
  'POST /intelligence/alerts/:id/resolve': { record: 'spareAlert', body: nothing },
  'PATCH /intelligence/alerts/:id/status': { record: 'alert', body: () => ({ status: 'ESCALATED' }) },
  'PUT /intelligence/alerts/:id/assign': {
    record: 'alert',
    body: ({ role }) => ({ assignedTo: role, assignedToType: 'role' }),
  },
  'GET /intelligence/alerts/:id/notes': { record: 'alert' },
  'POST /intelligence/alerts/:id/notes': { record: 'alert', body: () => ({ body: 'taken' }) },
  'POST /intelligence/alerts/consolidate': {
    body: ({ alert, investigation }) => ({ alertIds: [alert], investigationId: investigation }),
  },
  'GET /intelligence/inbox': { list: true, also: 'alerts:read' },
  'GET /intelligence/investigations': { list: true },
  'POST /intelligence/investigations': {
    body: ({ entity, spareAlert }) => ({ name: 'New', entityId: entity, alertIds: [spareAlert] }),
  },
  'GET /intelligence/investigations/:id': { record: 'investigation' },
  'PATCH /intelligence/investigations/:id': { record: 'investigation', body: () => ({ tags: ['taken'] }) },
  'PATCH /intelligence/investigations/:id/status': {
    record: 'investigation',
    body: () => ({ status: 'IN_PROGRESS' }),
  },
  'PUT /intelligence/investigations/:id/assign': {
    record: 'investigation',
    body: ({ role }) => ({ assignedTo: role, assignedToType: 'role' }),
  },
  'GET /intelligence/investigations/:id/alerts': { record: 'investigation' },
  'POST /intelligence/investigations/:id/alerts': {
    record: 'investigation',
    body: ({ alert }) => ({ alertIds: [alert] }),
  },
  'GET /intelligence/investigations/:id/notes': { record: 'investigation' },
  'POST /intelligence/investigations/:id/notes': { record: 'investigation', body: () => ({ body: 'taken' }) },
  'GET /intelligence/investigations/:id/timeline': { record: 'investigation' },
  'POST /rules': { body: ({ list }) => ({ source: ruleText(`origin.taxId in list "${list}"`) }) },
  'GET /rules': { list: true },
  'GET /rules/catalog': { none: 'what the language can say is the same for everyone' },
  'GET /rules/stats': { list: true },
  'GET /rules/fields': { none: 'shares and frequent values of the records of the key, and of no record alone' },
  'GET /rules/:id/stats': { record: 'rule' },
  'GET /rules/:id/compare': { record: 'rule', query: () => 'base=1&head=1' },
  'GET /rules/:id/compare/matches': { record: 'rule', query: () => 'base=1&head=1' },
  'GET /rules/:id/drift': { record: 'rule' },
  'GET /rules/:id/guard': { record: 'rule' },
  'PUT /rules/:id/guard': {
    record: 'rule',
    body: () => ({ limits: [{ metric: 'alerts', operator: 'lte', value: 1, window: '1h' }] }),
  },
  'DELETE /rules/:id/guard': { record: 'rule' },
  'GET /rules/:id': { record: 'rule' },
  'PATCH /rules/:id': { record: 'rule', body: () => ({ owner: 'taken' }) },
  'DELETE /rules/:id': { record: 'rule' },
  'GET /rules/:id/versions': { record: 'rule' },
  'GET /rules/:id/versions/:version': { record: 'rule', below: '1' },
  'GET /rules/library': { list: true },
  'PUT /rules/library': { none: 'its body names no record; the names are those of the organization of the key' },
  'GET /rules/export': { list: true },
  'POST /rules/plan': {
    body: ({ list }) => ({ files: [{ name: 'a', source: ruleText(`origin.taxId in list "${list}"`) }] }),
  },
  'POST /rules/apply': { record: 'plan', body: ({ plan }) => ({ planId: plan }), also: 'rules:create' },
  'GET /rules/params': { list: true },
  'PATCH /rules/params/:name': {
    record: 'param',
    body: () => ({ value: { $money: '2 USD' }, reason: 'a test of tenancy' }),
  },
  'POST /rules/validate': { body: ({ list }) => ({ source: ruleText(`origin.taxId in list "${list}"`) }) },
  'POST /rules/execute': {
    body: ({ transaction }) => ({ source: ruleText(), on: { transactionId: transaction } }),
  },
  'POST /rules/:id/execute': { record: 'rule', body: ({ transaction }) => ({ transactionId: transaction }) },
  'POST /rules/convert': { body: ({ list }) => ({ source: ruleText(`origin.taxId in list "${list}"`) }) },
  'POST /rules/test': { body: ({ rule }) => ({ ruleIds: [rule] }) },
  'POST /rules/dry-runs': { body: ({ rule }) => ({ ruleIds: [rule], ...period }) },
  'GET /rules/dry-runs': { list: true },
  'GET /rules/dry-runs/:id': { record: 'dryRun' },
  'GET /rules/dry-runs/:id/matches': { record: 'dryRun' },
  'GET /rules/dry-runs/:id/matches/:recordId': { record: 'dryRun', below: ({ transaction }) => transaction },
  'DELETE /rules/dry-runs/:id': { record: 'dryRun' },
  'POST /rules/sweeps': { body: ({ rule, param }) => ({ ruleIds: [rule], param, steps: 2, ...period }) },
  'GET /rules/sweeps/:id': { record: 'sweep' },
  'GET /rules/sweeps/:id/matches': { record: 'sweep', query: () => 'value=1' },
  'DELETE /rules/sweeps/:id': { record: 'sweep' },
  'GET /rules/approvals': { list: true },
  'POST /rules/approvals/:id/approve': { record: 'approval', body: () => ({}) },
  'POST /rules/approvals/:id/reject': { record: 'approval', body: () => ({ comment: 'taken' }) },
  'POST /rules/approvals/:id/withdraw': { record: 'approval', body: () => ({}) },
  'POST /risk-matrices': { body: ({ rule }) => ({ name: `Of rule ${rule}`, ruleIds: [rule] }) },
  'GET /risk-matrices': { list: true },
  'GET /risk-matrices/defaults': { list: true },
  'PUT /risk-matrices/defaults': {
    body: ({ riskMatrix }) => ({ transaction: [riskMatrix] }),
    also: 'rules:publish',
  },
  'GET /risk-matrices/:id': { record: 'riskMatrix' },
  'PUT /risk-matrices/:id': { record: 'riskMatrix', body: () => ({ name: 'taken' }) },
  'PATCH /risk-matrices/:id': { record: 'riskMatrix', body: () => ({ description: 'taken' }) },
  'DELETE /risk-matrices/:id': { record: 'riskMatrix' },
  'PUT /entities/:id/risk-matrices': { record: 'entity', body: ({ riskMatrix }) => ({ riskMatrixIds: [riskMatrix] }) },
  'GET /risk-matrices/:id/child-share': { record: 'riskMatrix' },
  'POST /risk-matrices/:id/child-share': { record: 'riskMatrix', body: () => ({ childOrganizationIds: [] }) },
  'GET /risk-matrices/:id/params': { none: 'what a parent shares; no organization here has a parent' },
  'PATCH /risk-matrices/:id/params': { none: 'what a parent shares; no organization here has a parent' },
  'GET /shared-resources': { none: 'what a parent shares; no organization here has a parent' },
  'PUT /shared-resources/risk_matrix/:id': { none: 'what a parent shares; no organization here has a parent' },
  'PUT /shared-resources/data_list/:id': { none: 'what a parent shares; no organization here has a parent' },
  'PUT /shared-resources/webhook/:id': { none: 'what a parent shares; no organization here has a parent' },
  'PUT /risk-matrices/:id/rules': { record: 'riskMatrix', body: ({ rule }) => ({ ruleIds: [rule] }) },
  'GET /rule-sets': { list: true },
  'GET /rule-sets/active': { list: true },
  'GET /rule-sets/:version': { record: 'ruleSet' },
  'POST /rule-sets/:version/activate': { record: 'ruleSet', body: () => ({ reason: 'a test of tenancy' }) },
  'GET /rule-sets/:version/plan': { record: 'ruleSet' },
  'GET /rule-sets/:version/diff': { record: 'ruleSet', query: ({ ruleSet }) => `to=${ruleSet}` },
  'POST /transactions': {
    body: ({ entity, externalId, taxId }) => ({
      type: 'PAYMENT',
      amount: 10,
      currency: 'USD',
      externalId: 'new',
      originEntityId: entity,
      destinationExternalId: externalId,
      destinationTaxId: taxId,
      linkEntityStrict: true,
    }),
  },
  'POST /transactions/batch': {
    body: ({ entity, externalId, taxId }) => ({
      transactions: [
        {
          type: 'PAYMENT',
          amount: 10,
          currency: 'USD',
          externalId: 'new',
          originEntityId: entity,
          destinationExternalId: externalId,
          destinationTaxId: taxId,
        },
      ],
    }),
  },
  'POST /transactions/batch/background': {
    none: 'its answer names the job alone, and the payments are as those of a batch',
  },
  'POST /transactions/batch/background-multi': {
    none: 'its answer names the job alone, and the payments are as those of a batch',
  },
  'POST /batch-import/import/transactions': {
    none: 'its answer names the job alone, and the payments are as those of a batch',
  },
  'POST /transactions/batch/upload': {
    none: 'its answer names the job alone, and the payments are as those of a batch',
  },
  'POST /batch-import/import/user-events': {
    none: 'its answer names the job alone; that its mapping must be its own is told by the tests of uploads',
  },
  'POST /batch-import/mappings': { none: 'its body names no other record' },
  'GET /batch-import/mappings': { list: true },
  'GET /batch-import/mappings/:id': { record: 'mapping' },
  'PATCH /batch-import/mappings/:id': { record: 'mapping', body: () => ({ headersSnapshot: ['taken'] }) },
  'DELETE /batch-import/mappings/:id': { record: 'mapping' },
  'POST /batch-import/validate-csv': { body: ({ mapping }) => ({ mappingId: mapping, rows: [{ id: 'x' }] }) },
  'GET /batch-import/jobs': { list: true },
  'GET /batch-import/jobs/:id': { record: 'batchJob' },
  'GET /batch-import/jobs/:id/payload': { record: 'batchJob' },
  'GET /batch-import/transaction-jobs/:id/failures': { record: 'batchJob' },
  'GET /batch-import/transaction-jobs/:id/failures.csv': { record: 'batchJob' },
  'GET /batch-import/transaction-jobs/:id/skips.csv': { record: 'batchJob' },
  'GET /batch-import/user-event-jobs/:id/failures': { record: 'userEventJob' },
  'GET /batch-import/user-event-jobs/:id/failures.csv': { record: 'userEventJob' },
  'POST /batch-import/jobs/:id/control': {
    record: 'batchJob',
    body: () => ({ kind: 'transaction_batch', action: 'cancel' }),
  },
  'POST /webhook-config': { none: 'its body names no other record' },
  'GET /webhook-config': { list: true },
  'GET /webhook-config/events': { none: 'the events are the same for everyone' },
  'GET /webhook-config/:id': { record: 'webhook' },
  'PATCH /webhook-config/:id': { record: 'webhook', body: () => ({ name: 'taken' }) },
  'DELETE /webhook-config/:id': { record: 'webhook' },
  'POST /webhook-config/:id/rotate-secret': { record: 'webhook', body: nothing },
  'GET /webhook-config/:id/child-share': { record: 'webhook' },
  'POST /webhook-config/:id/child-share': { record: 'webhook', body: () => ({ childOrganizationIds: [] }) },
  'POST /webhook-config/:id/test': { record: 'webhook', body: nothing },
  'GET /webhook-config/:id/deliveries': { record: 'webhook' },
  'POST /webhook-config/:id/deliveries/:deliveryId/redeliver': {
    record: 'webhook',
    body: nothing,
    below: ({ delivery }) => delivery,
  },
  'GET /currency-rates': { list: true },
  'PUT /currency-rates': { none: 'loads rates of the organization of the key' },
  'GET /transactions': { list: true },
  'GET /transactions/:id': { record: 'transaction' },
  'GET /transactions/external/:externalId': { record: 'externalId' },
  'PATCH /transactions/:id': { record: 'transaction', body: () => ({ channel: 'taken' }) },
  'PATCH /transactions/external/:externalId': { record: 'externalId', body: () => ({ channel: 'taken' }) },
  'PATCH /transactions/:id/changeStatus': { record: 'transaction', body: () => ({ status: 'SENT' }) },
  'PATCH /transactions/external/:externalId/changeStatus': { record: 'externalId', body: () => ({ status: 'SENT' }) },
};

/** What stands for the part of a path below its record. */
export function belowOf(tenancy: TenancyCase, records: TenantRecords): string {
  const below = 'record' in tenancy ? tenancy.below : undefined;
  return typeof below === 'function' ? below(records) : (below ?? '');
}

/** Routes that ask for no key, with the reason. */
export const publicRoutes: Readonly<Record<string, string>> = {
  'GET /errors': 'what a code means is no secret, also of the code that refuses a key',
  'GET /errors/:code': 'what a code means is no secret, also of the code that refuses a key',
  'GET /health': 'asked by load balancers, which hold no key',
  'GET /health/live': 'asked by the supervisor of the process, which holds no key',
  'GET /health/ready': 'asked by load balancers, which hold no key',
  'GET /metrics': 'asked by Prometheus, with the token of METRICS_TOKEN or from this machine',
  'POST /auth/invitations/accept': 'asked by people who have no session yet',
  'POST /auth/password/forgot': 'asked by people who have no session',
  'POST /auth/password/reset': 'asked by people who have no session',
  'POST /auth/sign-in': 'asked by people who have no session yet',
  'POST /auth/sign-up': 'asked by people who have no session yet',
  'POST /auth/sign-up/complete': 'asked by people who have no session yet',
};
