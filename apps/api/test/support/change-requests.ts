import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Route } from './list-routes.js';
import { belowOf, tenancyCases } from './route-cases.js';
import type { TestApi, TestResponse } from './start-test-api.js';
import type { TenantRecords } from './tenant-records.js';

type BodyOf = (records: TenantRecords) => object;

/** The bodies for routes whose tenancy case does not already send a change. */
const bodies: Readonly<Record<string, BodyOf>> = {
  'POST /data-lists': () => ({ name: 'another', type: 'custom', source: 'internal' }),
  'PATCH /data-lists/:id/status': () => ({ status: 'inactive' }),
  'POST /data-lists/:id/items/bulk': () => ({ items: [{ primaryValue: 'one more' }] }),
  'PATCH /entities/by-tax-id/:taxId': () => ({ name: 'Renamed by its tax id' }),
  'POST /entities/change-external-id': ({ spareEntity }) => ({ entityId: spareEntity, newExternalId: 'changed', reason: 'a test of the trail' }),
  'PUT /entities/:id/risk-matrices': () => ({ riskMatrixIds: [] }),
  'POST /entities/:id/accounts': () => ({ accountType: 'savings', currency: 'USD', externalAccountId: 'a-1' }),
  'POST /entities/by-tax-id/:taxId/accounts': () => ({ accountType: 'savings', currency: 'USD', externalAccountId: 'a-2' }),
  'POST /api-keys': () => ({ name: 'another', permissions: ['rules:read'] }),
  'POST /transactions/batch/background': () => ({ transactions: [{ type: 'PAYMENT', amount: 1, currency: 'USD' }] }),
  'PATCH /transactions/:id': () => ({ channel: 'branch' }),
  'PUT /rules/library': ({ param }) => ({ source: `param ${param} = 1 USD between 1 USD and 5 USD step 1 USD\nconst trail = 1\n`, ifVersion: 2 }),
  'PUT /risk-matrices/defaults': () => ({ transaction: [] }),
  'POST /teams': () => ({ name: 'another' }),
  'POST /roles': () => ({ name: 'another', permissions: ['rules:read'] }),
  'PATCH /webhook-config/:id': () => ({ name: 'taken', enabled: true }),
  'POST /webhook-config': () => ({ name: 'another', url: 'https://93.184.216.34/hook', events: ['alert.created'] }),
  'PUT /currency-rates': () => ({ rates: [{ base: 'USD', quote: 'CLP', date: '2026-03-01', rate: 900 }] }),
  'POST /marketplace/enrichment-groups': () => ({ name: 'another', slug: 'another', integrationCodes: ['br_receita_cnpj'] }),
  'POST /billing/top-ups': () => ({ amountCents: 100 }),
  'PATCH /billing/settings': () => ({ lowBalanceThresholdCents: 5 }),
  'POST /screening-profiles': () => ({ name: 'another' }),
  'POST /entities/batch/background': () => ({ entities: [{ type: 'person', name: 'Batched', countryCode: 'SE' }] }),
  'POST /entities/automatic/bulk': () => ({ items: [{ type: 'company', taxId: '11.222.333/0001-81' }], country: 'BR' }),
  'POST /automations': () => ({ name: 'another', triggerType: 'manual_execution', actions: [{ type: 'set_variable', config: { name: 'a', value: '1' } }] }),
  'POST /batch-import/mappings': () => ({ name: 'another', target: 'transaction', columnMapping: { a: 'amount' } }),
}; // prettier-ignore

/** A creation block uses the list. */
const queries: Readonly<Record<string, string>> = { 'PATCH /data-lists/:id/status': '?force=true' };

/** Sends a change of the organization's own record to a route. */
export function requestChange(api: TestApi, route: Route, own: TenantRecords, sent?: object): Promise<TestResponse> {
  const { name, method } = route;
  const tenancy = tenancyCases[name]!;
  const body = bodies[name] ?? ('body' in tenancy ? tenancy.body : undefined);
  return api.call(`${pathOf(route, own)}${queries[name] ?? ''}`, {
    method,
    ...(method !== 'DELETE' && { body: sent ?? body?.(own) ?? {} }),
  });
}

/** Returns what a route would change as it is now: the fields of its body that can be read at the same path; `null` if there are none. */
export async function requestRead(api: TestApi, route: Route, own: TenantRecords): Promise<object | null> {
  const answer = await api.call(pathOf(route, own));
  if (answer.status !== 200) return null;
  const record = Object.values(answer.body as Readonly<Record<string, unknown>>).find(
    (member): member is object => typeof member === 'object' && member !== null,
  );
  const fields = Object.entries(record ?? {}).filter(
    ([field, shown]) => bodyFieldsOf(route).has(field) && shown !== null,
  );
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

function pathOf({ name, path }: Route, own: TenantRecords): string {
  const tenancy = tenancyCases[name]!;
  const value = 'record' in tenancy ? own[tenancy.record] : 'x';
  return path.replace(/:\w+/, encodeURIComponent(value)).replace(/:\w+/, belowOf(tenancy, own));
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: object;
}

const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function bodyFieldsOf({ method, path }: Route): ReadonlySet<string> {
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const schema = operation?.requestBody?.content['application/json']?.schema;
  const named = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema;
  return new Set(Object.keys(named?.properties ?? {}));
}
