import { requestOf } from '../../../apps/api/test/support/ask-route.js';
import { refusedBodies, refusedTypes } from '../../../apps/api/test/support/hostile-bodies.js';
import type { Route } from '../../../apps/api/test/support/list-routes.js';
import type { Attack } from '../attack.js';
import { readsJson } from '../described-routes.js';
import { rightsOf } from '../route-rights.js';
import type { World } from '../world.js';

const readsBody = ({ method }: Route): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

interface Sent {
  readonly name: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

const nested = (open: string, levels: number, close: string): string =>
  open.repeat(levels) + '1' + close.repeat(levels);
const manyKeys = (count: number): string => `{${Array.from({ length: count }, (_, n) => `"k${n}":0`).join()}}`;

/** JSON bodies that no route may accept: malformed, too deep, too large, or with values that cannot be stored. */
const bodies: readonly Sent[] = [
  ...refusedBodies.map(({ name, bytes }) => ({ name, body: bytes })),
  ...refusedTypes.map((headers) => ({ name: JSON.stringify(headers), body: '{}', headers })),
  { name: 'nothing', body: '' },
  { name: 'a text', body: '"text"' },
  { name: 'a number', body: '1' },
  { name: 'null', body: 'null' },
  { name: 'true', body: 'true' },
  { name: 'a list', body: '[]' },
  { name: 'a list of bodies', body: '[{},{}]' },
  { name: 'two bodies', body: '{}{}' },
  { name: 'a comment', body: '{/* a */}' },
  { name: 'single quotes', body: "{'a':1}" },
  { name: 'a form in JSON', body: 'a=1&b=2' },
  { name: 'XML with an entity', body: '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>' },
  { name: '5,000 lists in lists', body: nested('[', 5_000, ']') },
  { name: '40,000 opening brackets', body: '['.repeat(40_000) },
  { name: 'a broken escape', body: '{"a":"\\u12"}' },
  { name: 'a control character', body: '{"a":"\u0001"}' },
  { name: 'a number with a leading zero', body: '{"a":01}' },
  { name: 'NaN', body: '{"a":NaN}' },
];

const isDue = (status: number): boolean => status >= 400 && status < 500;

export function hostileBodies({ api, routes, mine }: World): readonly Attack[] {
  return routes.filter(readsBody).flatMap((route) =>
    bodies.map(({ name, body, headers }) => ({
      what: `${route.name} with ${name}`,
      got: async () => {
        const { path, method } = requestOf(route, mine);
        const { status, text } = await api.call(path, { method, body, ...(headers && { headers }) });
        const isTaken = !isDue(status) && readsJson(route) && !mayBeEmpty(route, body);
        return isTaken || status >= 500 ? `${status} ${text}` : null;
      },
    })),
  );
}

/** Returns whether a route may accept an empty body, since some routes need no fields. */
const mayBeEmpty = ({ name }: Route, body: string | Uint8Array): boolean =>
  body === '' || rightsOf.get(name)!.who === 'person';

/**
 * Returns attacks with bodies that are expensive to process or could change the program. Each must get a response, and not an internal
 * error.
 */
export function costlyBodies({ api, routes, mine }: World): readonly Attack[] {
  const costly = [
    '{"constructor":{"prototype":{"polluted":true}}}',
    manyKeys(20_000),
    JSON.stringify({ a: Array(50_000).fill(0) }),
    `{"a":"${'\\u0061'.repeat(100_000)}"}`,
  ];
  return routes.filter(readsBody).flatMap((route) =>
    costly.map((body, index) => ({
      what: `${route.name} with the costly body ${index + 1}`,
      got: async () => {
        const { path, method } = requestOf(route, mine);
        const { status, text } = await api.call(path, { method, body });
        return status >= 500 ? `${status} ${text}` : null;
      },
    })),
  );
}

const marker = '00000000-0000-7000-8000-00000000abcd';

/** Fields that only the server writes, with values that can be found again. */
const serverOwned: Readonly<Record<string, unknown>> = {
  id: marker,
  organizationId: marker,
  organization_id: marker,
  parentOrganizationId: marker,
  riskScore: 98.7654321,
  createdAt: '1999-09-09T09:09:09.999Z',
  updatedAt: '1999-09-09T09:09:09.999Z',
  deletedAt: '1999-09-09T09:09:09.999Z',
  createdBy: marker,
  isGlobal: true,
  isSystem: true,
  enabled: true,
  plan: 'enterprise-by-body',
  rateLimit: 987654321,
  rate_limit: 987654321,
  burstLimit: 987654321,
  environment: 'production-by-body',
  keyHash: marker,
  secret: marker,
  userId: marker,
  version: 987654321,
};

/** Routes where a caller may write a field of that name: the score of a list item, and the field that activates rules and webhooks. */
const isWritten: Readonly<Record<string, RegExp>> = {
  riskScore: /^(POST|PATCH) .*\/items/,
  enabled: /^PATCH \/rules\/:id$|\/webhook-config/,
};

export function massAssignment({ api, routes, mine }: World): readonly Attack[] {
  return routes
    .filter((route) => readsBody(route) && rightsOf.get(route.name)!.who === 'key')
    .flatMap((route) =>
      Object.entries(serverOwned)
        .filter(([field]) => !isWritten[field]?.test(route.name))
        .map(([field, value]) => ({
          what: `${route.name} with ${field} of the caller's`,
          got: async () => {
            const { path, method, body } = requestOf(route, mine);
            if (body && field in body) return null;
            const { status, text } = await api.call(path, { method, body: { ...body, [field]: value } });
            return status >= 500 || text.includes(`"${field}":${JSON.stringify(value)}`) ? `${status} ${text}` : null;
          },
        })),
    );
}

/** Checked after all the others: no row contains a value that was sent. */
export const afterMassAssignment = ({ api }: World): Attack => ({
  what: 'a field of the server is stored as a caller sent it',
  got: async () => {
    const { rows } = await api.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await api.pool.query(
        `select from ${name} r where r::text ~ '${marker}|987654321|-by-body' limit 1`,
      );
      if (rowCount !== 0) found.push(name);
    }
    return found.length === 0 ? null : `rows of ${found.join(', ')}`;
  },
});
