import { ruleText } from '../../../apps/api/test/support/rule-samples.js';
import type { Attack } from '../attack.js';
import type { World } from '../world.js';

/** A request that takes effect only once however often it is sent at the same time, and the rows that it must leave. */
interface Row {
  readonly what: string;
  readonly path: string;
  readonly body: (n: number) => object;
  readonly headers?: (n: number) => Readonly<Record<string, string>>;
  /** Returns SQL that counts the rows of attempt `n`. */
  readonly count: (n: number) => string;
}

const person = { type: 'person', name: 'Ana', countryCode: 'BR' };
const payment = { type: 'PAYMENT', amount: 10, currency: 'USD' };
const login = { eventType: 'LOGIN_SUCCESS', userId: 'u', externalId: '', entityExternalId: 'own-mark-1' };

const rows: readonly Row[] = [
  {
    what: 'entities of one external id',
    path: '/entities',
    body: (n) => ({ ...person, externalId: `same-${n}` }),
    count: (n) => `select from entities where external_id = 'same-${n}'`,
  },
  {
    what: 'entities of one tax id',
    path: '/entities',
    body: (n) => ({ ...person, type: 'company', countryCode: 'PE', taxId: `dup-${n}` }),
    count: (n) => `select from entities where tax_id = 'dup-${n}'`,
  },
  {
    what: 'payments of one external id',
    path: '/transactions',
    body: (n) => ({ ...payment, externalId: `same-${n}` }),
    count: (n) => `select from transactions where external_id = 'same-${n}'`,
  },
  {
    what: 'user events of one external id',
    path: '/events/user',
    body: (n) => ({ ...login, externalId: `same-${n}` }),
    count: (n) => `select from user_events where external_id = 'same-${n}'`,
  },
  {
    what: 'rules of one key',
    path: '/rules',
    body: (n) => ({
      source: ruleText()
        .replaceAll(/rule_\d+/g, `same_${n}`)
        .replaceAll(/"Rule \d+"/g, `"Same ${n}"`),
    }),
    count: (n) => `select from rules where key = 'same_${n}'`,
  },
  {
    what: 'roles of one name',
    path: '/roles',
    body: (n) => ({ name: `Same ${n}`, permissions: ['rules:read'] }),
    count: (n) => `select from roles where name = 'Same ${n}'`,
  },
  {
    what: 'invitations of one person',
    path: '/members/invite',
    body: (n) => ({ email: `same-${n}@example.com`, roleId: '00000000-0000-7000-8000-000000000003' }),
    count: (n) => `select from members where email = 'same-${n}@example.com'`,
  },
  {
    what: 'child organizations of one name',
    path: '/organizations/OWN/children',
    body: (n) => ({ name: `Same ${n}`, countryCode: 'BR' }),
    count: (n) => `select from organizations where name = 'Same ${n}' and environment = 'production'`,
  },
  {
    what: 'lists under one idempotency key',
    path: '/data-lists',
    body: (n) => ({ name: `Same ${n}`, type: 'custom', source: 'internal' }),
    headers: (n) => ({ 'idempotency-key': `same-list-${n}` }),
    count: (n) => `select from data_lists where name = 'Same ${n}'`,
  },
  {
    what: 'API keys under one idempotency key',
    path: '/api-keys',
    body: (n) => ({ name: `same ${n}`, permissions: ['rules:read'] }),
    headers: (n) => ({ 'idempotency-key': `same-key-${n}` }),
    count: (n) => `select from api_keys where name = 'same ${n}'`,
  },
  {
    what: 'webhooks under one idempotency key',
    path: '/webhook-config',
    body: (n) => ({ name: `Same ${n}`, url: 'https://93.184.216.34/', events: ['alert.created'], enabled: false }),
    headers: (n) => ({ 'idempotency-key': `same-hook-${n}` }),
    count: (n) => `select from webhooks where name = 'Same ${n}'`,
  },
  {
    what: 'cases under one idempotency key',
    path: '/intelligence/investigations',
    body: (n) => ({ name: `Same ${n}` }),
    headers: (n) => ({ 'idempotency-key': `same-case-${n}` }),
    count: (n) => `select from cases where name = 'Same ${n}'`,
  },
];

const atOnce = 10;

/** Sends each of the requests ten times at once. It must take effect once, and no response may be an internal error. */
export const duplicates = ({ api }: World, rounds: number): readonly Attack[] =>
  rows.flatMap(({ what, path, body, headers, count }) =>
    Array.from({ length: rounds }, (_, n) => ({
      what: `${atOnce} ${what} at once, round ${n}`,
      got: async () => {
        const address = path.replace('OWN', api.production.organizationId);
        const call = { body: body(n), ...(headers && { headers: headers(n) }) };
        const answers = await Promise.all(Array.from({ length: atOnce }, () => api.call(address, call)));
        const failed = answers.find(({ status }) => status >= 500);
        const { rowCount } = await api.pool.query(count(n));
        return !failed && rowCount === 1 ? null : `${rowCount} rows; ${failed?.status} ${failed?.text}`;
      },
    })),
  );
