import { requestOf } from '../../../apps/api/test/support/ask-route.js';
import { unknownRecords } from '../../../apps/api/test/support/tenant-records.js';
import type { Attack } from '../attack.js';
import { rightsOf } from '../route-rights.js';
import type { World } from '../world.js';

type Headers = Readonly<Record<string, string>>;

interface Made {
  readonly key: string;
  readonly apiKey: { readonly id: string };
}

/** Values sent instead of a key, and the expected status. */
const credentials = (good: string, ended: Readonly<Record<string, string>>): readonly [string, Headers, number][] => [
  ['no key', {}, 401],
  ['an empty header', { authorization: '' }, 401],
  ['a scheme without a key', { authorization: 'Bearer' }, 401],
  ['the word null', { authorization: 'Bearer null' }, 401],
  ['the word undefined', { authorization: 'Bearer undefined' }, 401],
  ['garbage', { authorization: 'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }, 401],
  ['a percent sign for a key', { authorization: 'Bearer %' }, 401],
  ['a statement for a key', { authorization: "Bearer ' or '1'='1" }, 401],
  ['a key of 8,000 letters', { authorization: `Bearer tms_development_${'a'.repeat(8_000)}` }, 401],
  ['a token that names no algorithm', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' }, 401],
  ['a mistyped key', { authorization: `Bearer ${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}` }, 401],
  ['a key in capitals', { authorization: `Bearer ${good.toUpperCase()}` }, 401],
  ['half a key', { authorization: `Bearer ${good.slice(0, good.length / 2)}` }, 401],
  ['a key twice', { authorization: `Bearer ${good}${good}` }, 401],
  ['a bad key and a good one', { authorization: `Bearer x, Bearer ${good}` }, 401],
  ['a key by another scheme', { authorization: `Basic ${Buffer.from(`${good}:`).toString('base64')}` }, 401],
  ['a key without a scheme', { authorization: good }, 401],
  ['a key in another header', { 'x-api-key': good }, 401],
  ['a key in a cookie', { cookie: `authorization=Bearer ${good}; __Host-tamis_session=${good}` }, 401],
  ['a session that nobody has', { cookie: `__Host-tamis_session=${'a'.repeat(43)}` }, 401],
  ['a header that claims a person', { 'x-user-id': '1', 'x-forwarded-user': 'admin' }, 401],
  ['a revoked key', { authorization: `Bearer ${ended['revoked']}` }, 401],
  ['an expired key', { authorization: `Bearer ${ended['expired']}` }, 401],
  ['a key from a wrong address', { authorization: `Bearer ${ended['elsewhere']}` }, 403],
  [
    'a key from a wrong address that claims a right one',
    { authorization: `Bearer ${ended['elsewhere']}`, 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' },
    403,
  ],
];

/** Returns attacks without a key, or with one that is invalid or no longer valid, on every route that requires one. */
export async function withoutKeys({ api, routes }: World): Promise<readonly Attack[]> {
  const make = async (more: object = {}): Promise<Made> =>
    (await api.call('/api-keys', { body: { name: 'ends', permissions: ['rules:read'], ...more } })).body as Made;
  const [revoked, expired, elsewhere] = [await make(), await make(), await make({ ipAllowlist: ['203.0.113.0/24'] })];
  await api.call(`/api-keys/${revoked.apiKey.id}`, { method: 'DELETE' });
  await api.pool.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [
    expired.apiKey.id,
  ]);
  // This key is known and is used on every route, so its requests per minute would be exceeded before its address is checked.
  await api.pool.query('update api_keys set rate_limit = 1000000, burst_limit = null where id = $1', [
    elsewhere.apiKey.id,
  ]);
  const ended = { revoked: revoked.key, expired: expired.key, elsewhere: elsewhere.key };
  return routes
    .filter(({ name }) => rightsOf.get(name)!.who !== 'nobody')
    .flatMap((route) =>
      credentials(api.production.key, ended).map(([name, headers, due]) => ({
        what: `${route.name} with ${name}`,
        got: async () => {
          const { path, ...request } = requestOf(route, unknownRecords);
          const { status, text } = await api.call(path, { ...request, key: null, headers });
          return status === due ? null : `${status} ${text}`;
        },
      })),
    );
}

/** Returns attacks with a key outside the header. Keys in addresses are rejected, because addresses are stored in logs and histories. */
export const keysInAddresses = ({ api, routes }: World): readonly Attack[] =>
  ['key', 'apiKey', 'api_key', 'access_token', 'token', 'authorization'].flatMap((name) =>
    routes
      .filter((route) => rightsOf.get(route.name)!.who !== 'nobody')
      .map((route) => ({
        what: `${route.name} with its key as ?${name}=`,
        got: async () => {
          const { path, ...request } = requestOf(route, unknownRecords);
          const address = `${path}${path.includes('?') ? '&' : '?'}${name}=${api.production.key}`;
          const { status, text } = await api.call(address, { ...request, key: null });
          return status === 401 ? null : `${status} ${text}`;
        },
      })),
  );
