import { type Permission, permissions } from '../../../platform/auth/index.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { transactionOf } from '../../../../test/support/use-inline-records.js';
import { ruleText } from '../../../../test/support/rule-samples.js';
import {
  type Body,
  startOwnTestApi,
  type TestApi,
  type TestResponse,
} from '../../../../test/support/start-test-api.js';
import { makeTenantRecords, type TenantRecords } from '../../../../test/support/tenant-records.js';

type Needs = readonly Permission[];
/** The path after that of the records, the body, and the stored data that is read, or why none is. */
type ReadCase = readonly [string, ((records: TenantRecords) => object) | null, Needs | string];

const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const payments: Needs = ['transactions:read'];

/** All routes that require `rules:execute`. */
const readCases: Readonly<Record<string, ReadCase>> = {
  'POST /rules/test': ['', ({ rule }) => ({ ruleIds: [rule] }), 'tests read no data of the organization'],
  'POST /rules/dry-runs': ['', ({ rule }) => ({ ruleIds: [rule], ...period }), payments],
  'GET /rules/dry-runs': ['', null, 'shows what was asked, not what came of it'],
  'GET /rules/dry-runs/{id}': ['dryRun', null, payments],
  'GET /rules/dry-runs/{id}/counts': ['dryRun', null, payments],
  'GET /rules/dry-runs/{id}/matches': ['dryRun', null, payments],
  'GET /rules/dry-runs/{id}/matches/{recordId}': ['dryRun', null, payments],
  'DELETE /rules/dry-runs/{id}': ['dryRun', null, 'shows nothing'],
  'POST /rules/sweeps': ['', ({ rule, param }) => ({ ruleIds: [rule], param, steps: 2, ...period }), payments],
  'GET /rules/sweeps': ['', null, 'shows what was asked, not what came of it'],
  'GET /rules/sweeps/{id}': ['sweep', null, payments],
  'GET /rules/sweeps/{id}/matches': ['sweep', null, payments],
  'DELETE /rules/sweeps/{id}': ['sweep', null, 'shows nothing'],
  'POST /rules/flips': ['', ({ evaluation }) => ({ source: ruleText(), evaluationIds: [evaluation] }), payments],
  'POST /rules/execute': [
    '',
    ({ transaction }) => ({ source: ruleText('origin.name = "x"'), on: { transactionId: transaction } }),
    ['transactions:read', 'entities:read'],
  ],
  'POST /rules/{id}/execute': ['rule', ({ transaction }) => ({ transactionId: transaction, testMode: true }), payments],
  'POST /entities/{id}/analyze': ['entity', () => ({ dryRun: true }), ['entities:read']],
  'POST /transactions/{id}/analyze': ['transaction', () => ({ dryRun: true }), payments],
  'POST /events/user/{id}/analyze': ['userEvent', () => ({ dryRun: true }), ['events:read']],
  'POST /evaluations/{id}/replay': ['evaluation', () => ({}), payments],
  'POST /data-lists/{id}/impact': ['list', () => ({ values: ['x'] }), ['transactions:read', 'entities:read', 'events:read']],
}; // prettier-ignore
/** For these, any one of the permissions suffices, since data requiring the others is not shown. */
const anyOf: ReadonlySet<string> = new Set(['POST /data-lists/{id}/impact']);

const ruleCases: readonly (readonly [string, string, Needs])[] = [
  ['the payment alone', ruleText('transaction.amount > 1 USD'), payments],
  ['its parties', ruleText('origin.name = "x"'), ['transactions:read', 'entities:read']],
  ['user events', ruleText('count(userEvents from origin in last 1h) >= 3'), ['transactions:read', 'events:read']],
  ['alerts', ruleText('count(alerts involving origin in last 7d) >= 2'), ['transactions:read', 'alerts:read']],
  ['cases', ruleText('count(cases involving origin in last 30d) >= 1'), ['transactions:read', 'cases:read']],
  ['relationships', ruleText('count(relationships to origin) >= 1'), ['transactions:read', 'entities:read']],
  ['accounts', ruleText('count(accounts from origin) >= 1'), ['transactions:read', 'entities:read']],
  [
    'its parties in a message',
    ruleText().replace('then suggest FLAG', 'then alert LOW "{origin.name}"'),
    ['transactions:read', 'entities:read'],
  ],
];

describe('read permission for the data that rules read', () => {
  let api: TestApi;
  let records: TenantRecords;
  beforeAll(async () => {
    api = await startOwnTestApi();
    records = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
  });
  afterAll(() => api?.stop());

  const ask = (route: string, [at, body]: ReadCase, key: string): Promise<TestResponse> => {
    const [method, path] = route.split(' ') as [string, string];
    const named = path
      .replace('{recordId}', records.transaction)
      .replace('{id}', at === '' ? '' : records[at as keyof TenantRecords]);
    const query = route === 'GET /rules/sweeps/{id}/matches' ? '?value=1' : '';
    return api.call(named + query, { method, key, ...(body && { body: body(records) }) });
  };
  const without = (...missing: readonly string[]): Promise<string> =>
    createKeyWith(api, ...permissions.filter((each) => !missing.includes(each)));

  it('is required by every route that runs rules', async () => {
    const { paths } = (await api.call('/docs/json')).body as { paths: Record<string, Record<string, Body>> };
    const routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        operation['x-permission'] === 'rules:execute' ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    expect(Object.keys(readCases).sort()).toEqual(routes.sort());
    for (const [route, found] of Object.entries(readCases)) {
      const [, , needs] = found;
      const alone = await ask(route, found, await createKeyWith(api, 'rules:execute'));
      expect([route, alone.status === 403]).toEqual([route, typeof needs !== 'string']);
      if (typeof needs === 'string') continue;
      for (const missing of anyOf.has(route) ? [needs] : needs.map((each) => [each])) {
        const refused = await ask(route, found, await without(...missing));
        expect([route, missing, refused.status]).toEqual([route, missing, 403]);
        expect([route, refused.text.includes('requiredPermission')]).toEqual([route, true]);
      }
      const allowed = await ask(route, found, await createKeyWith(api, 'rules:execute', ...needs));
      expect([route, allowed.status === 403]).toEqual([route, false]);
    }
  });

  it.each(ruleCases)('is required for inline rules that read %s', async (_, source, needs) => {
    const ways: readonly (readonly [string, object])[] = [
      ['/rules/execute', { source, on: { transactionId: records.transaction } }],
      ['/rules/execute', { source, on: { record: transactionOf({ originExternalId: records.externalId }) } }],
      ['/rules/dry-runs', { source, ...period }],
    ]; // prettier-ignore
    for (const [path, body] of ways) {
      for (const missing of needs) {
        const refused = await api.call(path, { body, key: await without(missing) });
        expect([path, missing, refused.status]).toEqual([path, missing, 403]);
      }
      const allowed = await api.call(path, { body, key: await createKeyWith(api, 'rules:execute', ...needs) });
      expect([path, needs, allowed.status < 300]).toEqual([path, needs, true]);
      const { dryRunId } = allowed.body as { dryRunId?: string };
      if (dryRunId !== undefined) await api.call(`/rules/dry-runs/${dryRunId}`, { method: 'DELETE' });
    }
  });

  it('is required for version comparisons and for field statistics', async () => {
    const blind = await createKeyWith(api, 'rules:read');
    for (const path of [`/rules/${records.rule}/compare?base=1&head=1`, `/rules/${records.rule}/compare/matches?base=1&head=1`])
      expect([path, (await api.call(path, { key: blind })).status]).toEqual([path, 403]);
    const fields = async (key: string): Promise<Body> =>
      (await api.call('/rules/fields?targetEntityType=transaction&include=stats', { key })).body;
    expect(await fields(blind)).toMatchObject({ sampleSize: 0, asOf: null });
    const reading = await createKeyWith(api, 'rules:read', 'transactions:read', 'entities:read');
    expect((await fields(reading)).asOf).toEqual(expect.any(String));
  }); // prettier-ignore
});
