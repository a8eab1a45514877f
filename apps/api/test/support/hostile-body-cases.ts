import { nextNumber, ruleJson, ruleText } from './rule-samples.js';
import { tenancyCases } from './route-cases.js';
import type { TenantRecords } from './tenant-records.js';

type BodyOf = (records: TenantRecords) => object;

/** Valid bodies for routes whose tenancy case has no body, or only a small one. */
const more: Readonly<Record<string, BodyOf>> = {
  'POST /entities': () => ({
    type: 'person',
    name: 'Ana',
    countryCode: 'BR',
    externalId: `hostile-${nextNumber()}`,
    entityData: { person: { firstName: 'Ana', lastName: 'Souza' } },
    attributes: { segment: 'retail' },
  }),
  'POST /automations/check': () => ({
    triggerType: 'entity_created',
    triggerConfig: { countries: ['BR'] },
    conditions: [{ field: 'name', operator: 'eq', value: 'text' }],
    steps: [{ actions: [{ type: 'create_alert', config: { name: 'text', severity: 'LOW' } }] }],
  }),
  'POST /data-lists': () => ({ name: 'A list', type: 'custom', source: 'internal', description: 'text' }),
  'POST /batch-import/mappings': () => ({
    name: `mapping ${nextNumber()}`,
    target: 'transaction',
    columnMapping: { id: { path: 'externalId', valueMap: { a: 'text' } } },
    defaultFields: { description: 'text' },
    headersSnapshot: ['text'],
  }),
  'POST /webhook-config': () => ({
    name: 'a webhook',
    description: 'text',
    url: 'https://93.184.216.34/hooks',
    events: ['alert.created'],
    filters: { countries: ['BR'], statusChanges: { to: ['blocked'] } },
    headers: { 'X-Text': 'text' },
  }),
  'POST /api-keys': () => ({ name: 'a key', permissions: ['rules:read'] }),
  'POST /roles': () => ({ name: `role ${nextNumber()}`, description: 'text', permissions: ['rules:read'] }),
  'POST /teams': () => ({ name: `team ${nextNumber()}`, description: 'text' }),
  'POST /rules/execute': ({ list }) => ({
    source: ruleText(`origin.name in list "${list}"`),
    on: {
      record: {
        externalId: 'sent',
        type: 'PAYMENT',
        amount: 10,
        currency: 'BRL',
        transactedAt: '2026-03-01T12:00:00Z',
        metadata: { key: 'text' },
        origin: { name: 'Ana', riskScore: 10, createdAt: '2026-01-01T00:00:00Z', accounts: [{ bankCode: '1' }] },
        destination: { type: 'company', countryCode: 'BR', attributes: { segment: 'retail' } },
        lists: { [list]: ['text', { primaryValue: 'text', riskScore: 10 }] },
        rates: [{ base: 'USD', quote: 'BRL', rate: 5 }],
      },
    },
  }),
  'POST /rules': () => ({ ...ruleJson(), description: 'text', owner: 'text' }),
};

const ofTenancy = Object.entries(tenancyCases).flatMap(([route, tenancy]): [string, BodyOf][] =>
  'body' in tenancy && tenancy.body ? [[route, tenancy.body]] : [],
);

/** A valid body for every route that reads one, by route such as `POST /entities`. */
export const hostileBodyCases: Readonly<Record<string, BodyOf>> = { ...Object.fromEntries(ofTenancy), ...more };
