import { bookByHand } from '../../src/modules/tenancy/billing/index.js';
import { storePolicy } from './store-policy.js';
import { waitForDryRun } from './dry-run-calls.js';
import { type IntegrationRecords, makeIntegrationRecords, unknownIntegrationRecords } from './integration-records.js';
import { publishRule } from './publish-rule.js';
import { ruleText } from './rule-samples.js';
import { sendForm } from './send-form.js';
import { idOf, maker, makeMemberRecords, type MemberRecords, unknownMemberRecords } from './member-records.js';
import type { Call, TestApi } from './start-test-api.js';

/** The identifiers of an organization's records, by the names that routes use. */
export interface TenantRecords extends IntegrationRecords, MemberRecords {
  readonly key: string;
  readonly organization: string;
  readonly entity: string;
  /** An entity that may be deleted. */
  readonly spareEntity: string;
  readonly externalId: string;
  readonly taxId: string;
  readonly relationship: string;
  readonly creationBlock: string;
  /** An entity with accounts, by its id, external id and tax id: one account for each way to identify the entity in routes. */
  readonly holder: string;
  readonly holderExternalId: string;
  readonly holderTaxId: string;
  readonly account: string;
  readonly accountByExternalId: string;
  readonly accountByTaxId: string;
  readonly list: string;
  readonly spareList: string;
  /** A list whose items can come from an address. */
  readonly syncedList: string;
  readonly item: string;
  readonly spareItem: string;
  readonly rule: string;
  readonly approval: string;
  readonly dryRun: string;
  readonly sweep: string;
  /** A plan of rule files. */
  readonly plan: string;
  /** The name of a parameter of the library. */
  readonly param: string;
  readonly riskMatrix: string;
  readonly ruleSet: string;
  readonly transaction: string;
  readonly batchJob: string;
  /** A job of user events. */
  readonly userEventJob: string;
  /** A job of entities. */
  readonly entityJob: string;
  /** A column mapping of payment files. */
  readonly mapping: string;
  readonly evaluation: string;
  readonly userEvent: string;
  readonly device: string;
  readonly alert: string;
  /** An alert that belongs to no investigation. */
  readonly spareAlert: string;
  readonly investigation: string;
  readonly apiKey: string;
  /** An own currency with a rate. */
  readonly currency: string;
  /** A disabled webhook, so that nothing is sent. */
  readonly webhook: string;
  /** The delivery of a test of the webhook. */
  readonly delivery: string;
  readonly enrichmentRequest: string;
}

export type RecordName = Exclude<keyof TenantRecords, 'key'>;

/** Ids that no record has. */
export const unknownRecords: TenantRecords = {
  key: '',
  organization: '00000000-0000-7000-8000-0000000000f1',
  entity: '00000000-0000-7000-8000-0000000000f2',
  spareEntity: '00000000-0000-7000-8000-0000000000e9',
  externalId: 'nobodys-own',
  taxId: '11.222.333/0001-81',
  relationship: '00000000-0000-7000-8000-0000000000a1',
  creationBlock: '00000000-0000-7000-8000-0000000000a2',
  holder: '00000000-0000-7000-8000-0000000000e0',
  holderExternalId: 'nobodys-holder',
  holderTaxId: 'NOBODYS-1',
  account: '00000000-0000-7000-8000-0000000000e1',
  accountByExternalId: '00000000-0000-7000-8000-0000000000e2',
  accountByTaxId: '00000000-0000-7000-8000-0000000000e3',
  list: '00000000-0000-7000-8000-0000000000f3',
  spareList: '00000000-0000-7000-8000-0000000000d1',
  syncedList: '00000000-0000-7000-8000-0000000000d2',
  item: '00000000-0000-7000-8000-0000000000d2',
  spareItem: '00000000-0000-7000-8000-0000000000d3',
  rule: '00000000-0000-7000-8000-0000000000f4',
  approval: '00000000-0000-7000-8000-0000000000e1',
  dryRun: '00000000-0000-7000-8000-0000000000e5',
  sweep: '00000000-0000-7000-8000-0000000000e6',
  plan: '00000000-0000-7000-8000-0000000000d4',
  transaction: '00000000-0000-7000-8000-0000000000f5',
  evaluation: '00000000-0000-7000-8000-0000000000fd',
  batchJob: '00000000-0000-7000-8000-0000000000ea',
  userEventJob: '00000000-0000-7000-8000-0000000000ce',
  entityJob: '00000000-0000-7000-8000-0000000000cd',
  mapping: '00000000-0000-7000-8000-0000000000cf',
  alert: '00000000-0000-7000-8000-0000000000f6',
  spareAlert: '00000000-0000-7000-8000-0000000000e8',
  investigation: '00000000-0000-7000-8000-0000000000e7',
  userEvent: '00000000-0000-7000-8000-0000000000fb',
  device: '00000000-0000-7000-8000-0000000000fc',
  apiKey: '00000000-0000-7000-8000-0000000000f7',
  riskMatrix: '00000000-0000-7000-8000-0000000000fa',
  param: 'nobodys_own',
  currency: 'Q000',
  webhook: '00000000-0000-7000-8000-0000000000ce',
  delivery: '00000000-0000-7000-8000-0000000000cf',
  enrichmentRequest: '00000000-0000-7000-8000-0000000000c3',
  ...unknownIntegrationRecords,
  ...unknownMemberRecords,
  ruleSet: `rs_${'0'.repeat(64)}`,
};

/** Creates a record and returns its id. */
type Make = (path: string, name: string, body: object) => Promise<string>;

/** Creates one record of every kind in an organization; all their texts contain `mark`. */
export async function makeTenantRecords(
  api: TestApi,
  { organizationId, key }: { readonly organizationId: string; readonly key: string },
  mark: string,
  taxId: string,
): Promise<TenantRecords> {
  const call: TestApi['call'] = (path, request: Call = {}) => api.call(path, { ...request, key });
  const make = maker(call);
  const externalId = `${mark}-1`;
  const company = { type: 'company', name: mark, countryCode: 'BR', externalId, taxId };
  const entity = await make('/entities', 'entity', company);
  const spareEntity = await make('/entities', 'entity', { type: 'person', name: mark, countryCode: 'BR' });
  const seen = { deviceId: 'shared', ipAddress: '203.0.113.7', metadata: { mark } };
  const userEvent = await make('/events/user', 'event', {
    eventType: 'LOGIN_SUCCESS',
    userId: mark,
    entityId: entity,
    ...seen,
  });
  const devices = await call(`/devices/entity/${entity}`);
  const device = idOf({ device: (devices.body as { devices: object[] }).devices[0] }, 'device');
  const list = await make('/data-lists', 'data', { name: mark, type: 'custom', source: 'internal' });
  const creationBlock = await make('/creation-blocks', 'creationBlock', { listId: list, fieldPath: 'name' });
  const relationships = [{ relatedEntityId: entity, relationshipType: 'owns', role: mark }];
  const held = await makeHolder(make, mark, relationships);
  const related = await call(`/entities/${entity}/relationships`);
  const relationship = (related.body as { relationships: { id: string }[] }).relationships[0]!.id;
  const listed = await makeListItems(make, call, mark, list);
  const param = `${mark.replaceAll('-', '_')}_limit`;
  const rule = await makeRule({ ...api, call }, mark, param);
  const approval = await makeApproval(api, call, { organizationId, rule, reason: mark });
  const plan = await makePlan(call, mark);
  const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', originExternalId: externalId };
  const transaction = await make('/transactions', 'transaction', { ...payment, externalId, description: mark });
  const replayed = await makeDryRuns({ ...api, call }, make, mark, { rule, param });
  const imported = await makeImports({ ...api, call }, make, mark);
  const runs = await call('/evaluations');
  const evaluation = idOf({ run: (runs.body as { evaluations: object[] }).evaluations[0] }, 'run');
  const alerts = await call('/intelligence/alerts');
  const active = await call('/rule-sets/active');
  const riskMatrix = await make('/risk-matrices', 'riskMatrix', { name: mark, status: 'active' });
  await call('/risk-matrices/defaults', { method: 'PUT', body: { transaction: [riskMatrix] } });
  const apiKey = await make('/api-keys', 'apiKey', { name: mark, permissions: ['rules:read'] });
  // A sandbox has the members, roles and teams of production, which must be created there.
  const isSandbox = organizationId === api.sandbox.organizationId;
  const members = await makeMemberRecords(isSandbox ? (path, request = {}) => api.call(path, request) : call, mark);
  const [alert] = (alerts.body as { alerts: { id: string }[] }).alerts;
  const looked = await makeInvestigation(make, mark, entity);
  const hooks = await makeWebhook(api, make, mark);
  const asked = await makeIntegrationRecords(api, make, {
    ...{ organizationId, entityId: spareEntity, mark },
    call,
  });
  const groups = { ...asked, enrichmentRequest: await makeEnrichment(call, entity) };
  await make('/billing/top-ups', 'topUp', { amountCents: 100, reference: mark });
  await api.pool.query(normalizedRow, [organizationId, entity, quality]);
  await bookByHand(api.pool, { organizationId, ...credit, reference: mark, reason: mark });
  const [own, made, more] = [
    { key, organization: organizationId },
    { entity, spareEntity, relationship, creationBlock, userEvent, device, list, rule, param, riskMatrix },
    { transaction, evaluation, apiKey, approval, plan, currency: await makeRate(call, taxId), ...members },
  ];
  const { ruleSet } = active.body as { ruleSet: { version: string } };
  const named = { ...own, externalId, taxId, alert: alert!.id, ruleSet: ruleSet.version };
  return { ...named, ...made, ...more, ...hooks, ...groups, ...imported, ...replayed, ...held, ...looked, ...listed };
}

/** Creates a rule that raises alerts, and the parameter that it reads. */
async function makeRule(api: TestApi, mark: string, param: string): Promise<string> {
  const names = `param ${param} = 1 USD between 1 USD and 5 USD step 1 USD\n`;
  await api.call('/rules/library', { method: 'PUT', body: { source: names, ifVersion: 0 } });
  const source = ruleText(`transaction.amount >= ${param}`)
    .replace(/"Rule \d+"/, `"${mark}"`)
    .replace('then suggest FLAG', `then alert LOW "${mark}"`);
  return publishRule(api, { source });
}

async function makeWebhook(
  { pool }: TestApi,
  make: Make,
  mark: string,
): Promise<Pick<TenantRecords, 'webhook' | 'delivery'>> {
  const hook = { name: mark, url: 'https://93.184.216.34/hooks', events: ['*'], enabled: false };
  const webhook = await make('/webhook-config', 'webhook', hook);
  // A test of the webhook fails immediately, because nothing is sent to this address.
  await pool.query(`update webhooks set url = 'https://127.0.0.1/hooks' where id = $1`, [webhook]);
  return { webhook, delivery: await make(`/webhook-config/${webhook}/test`, 'delivery', {}) };
}

const normalizedRow = `insert into normalized_enrichments values ($1, $2, 1, gen_random_uuid(), 'company', null, '{}', '{}', '[]', $3)`;
const credit = { kind: 'adjust', amountCents: 100 } as const;
const figures = { overall: 1, completeness: 1, confidence: 1, freshness: 1, consistency: 1 };
const quality = JSON.stringify({ ...figures, sourceReliability: 'official', lastUpdated: '2026-01-01T00:00:00.000Z' });

/** Creates a request that no integration processes. */
async function makeEnrichment(call: TestApi['call'], entityId: string): Promise<string> {
  const body = { entityId, integrationCodes: ['no_such'] };
  const answer = await call('/integration-execution/marketplace/enrichment', { body });
  return (answer.body as { readonly enrichmentRequestId: string }).enrichmentRequestId;
}

/** Creates a record and returns the id in the field `name` of the response. */
/** Creates a batch without payments, one of user events and one of entities that cannot be stored, and a mapping of columns. */
async function makeImports(api: TestApi, make: Make, mark: string) {
  const mappingId = await make('/batch-import/mappings', 'mapping', {
    name: `${mark} events`,
    target: 'user_event',
    columnMapping: { type: 'eventType', user: 'userId' },
  });
  const events = await sendForm(api, '/batch-import/import/user-events', [['a.csv', `type,user\nLOGOUT,${mark}`]], {
    mappingId,
  });
  const userEventJob = (events.body as { jobId: string }).jobId;
  const batch = await api.call('/transactions/batch', { body: { transactions: [] } });
  const columnMapping = { id: 'externalId' };
  const mapping = await make('/batch-import/mappings', 'mapping', { name: mark, target: 'transaction', columnMapping });
  const entities = await sendForm(api, '/batch-import/import/entities', [['a.csv', `type,name\nperson,${mark}`]]);
  const entityJob = (entities.body as { jobId: string }).jobId;
  return { batchJob: (batch.body as { jobId: string }).jobId, userEventJob, entityJob, mapping };
}

/** Creates a rate of a currency that no other organization has. */
async function makeRate(call: TestApi['call'], taxId: string): Promise<string> {
  const base = `Q${taxId.replaceAll(/\D/g, '').slice(0, 3)}`;
  await call('/currency-rates', {
    method: 'PUT',
    body: { rates: [{ base, quote: 'USD', date: '2026-01-01', rate: 1 }] },
  });
  return base;
}

/** Creates a plan of changes by a rule file. */
async function makePlan(call: TestApi['call'], name: string): Promise<string> {
  const planned = await call('/rules/plan', { body: { files: [{ name, source: ruleText() }] } });
  return (planned.body as { planId: string }).planId;
}

/** Creates a publication that waits for a second person. */
async function makeApproval(
  api: TestApi,
  call: TestApi['call'],
  { organizationId, rule, reason }: { readonly organizationId: string; readonly rule: string; readonly reason: string },
): Promise<string> {
  const setPolicy = (requireSecondPerson: boolean): Promise<void> =>
    storePolicy(api, { requireSecondPerson }, organizationId);
  await setPolicy(true);
  const answer = await call(`/rules/${rule}`, { method: 'PATCH', body: { score: 20, reason } });
  await setPolicy(false);
  return (answer.body as { approval: { id: string } }).approval.id;
}

/**
 * Creates a dry run and a sweep of a rule and its parameter, over the payment. Both have ended, so that nothing changes them during a test.
 */
async function makeDryRuns(
  api: TestApi,
  make: Make,
  mark: string,
  { rule, param }: { readonly rule: string; readonly param: string },
) {
  const day = 86_400_000;
  const [from, to] = [-day, day].map((ms) => new Date(Date.now() + ms).toISOString());
  const asked = { ruleIds: [rule], from, to, against: 'none', name: mark };
  const dryRun = await make('/rules/dry-runs', 'dryRun', asked);
  const sweep = await make('/rules/sweeps', 'sweep', { ...asked, param, steps: 2 });
  await waitForDryRun(api, `/rules/dry-runs/${dryRun}`);
  await waitForDryRun(api, `/rules/sweeps/${sweep}`);
  return { dryRun, sweep };
}

/** Creates another list, and items of the first, one of which was removed. */
async function makeListItems(make: Make, call: TestApi['call'], mark: string, list: string) {
  const spareList = await make('/data-lists', 'data', { name: `${mark} spare`, type: 'custom', source: 'internal' });
  const values = [mark, `${mark} spare`, `${mark} gone`];
  await call(`/data-lists/${list}/items`, { body: { items: values.map((primaryValue) => ({ primaryValue })) } });
  const { items } = (await call(`/data-lists/${list}/items`)).body as { items: { id: string; primaryValue: string }[] };
  const [item, spareItem, gone] = values.map((value) => items.find(({ primaryValue }) => primaryValue === value)!.id);
  await call(`/data-lists/${list}/items/${gone}`, { method: 'DELETE' });
  const config = { autoSync: true, externalUrl: 'https://93.184.215.14/list.csv' };
  const synced = { name: `${mark} synced`, type: 'custom', source: 'sync', config };
  const syncedList = await make('/data-lists', 'data', synced);
  return { spareList, syncedList, item: item!, spareItem: spareItem! };
}

/** Creates a case with a note, and an alert that is not in it. */
async function makeInvestigation(make: Make, mark: string, entity: string) {
  const investigation = await make('/intelligence/investigations', 'investigation', { name: mark, entityId: entity });
  await make(`/intelligence/investigations/${investigation}/notes`, 'note', { body: mark });
  const alert = { name: mark, severity: 'LOW', targetEntityId: entity };
  return { investigation, spareAlert: await make('/intelligence/alerts', 'alert', alert) };
}

/** Creates a second entity, with three accounts. */
async function makeHolder(make: Make, mark: string, relationships: readonly object[]) {
  const [externalId, taxId] = [`${mark}-related`, `${mark}-2`];
  const entity = { type: 'company', name: `${mark} related`, countryCode: 'PE', externalId, taxId, relationships };
  const holder = await make('/entities', 'entity', entity);
  const accountOf = (n: number): Promise<string> => {
    const account = { accountType: 'savings', currency: 'USD', externalAccountId: `${mark}-${n}` };
    return make(`/entities/${holder}/accounts`, 'data', account);
  };
  return {
    holder,
    holderExternalId: externalId,
    holderTaxId: taxId,
    account: await accountOf(1),
    accountByExternalId: await accountOf(2),
    accountByTaxId: await accountOf(3),
  };
}
