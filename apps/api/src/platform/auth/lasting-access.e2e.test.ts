import { listRoutes } from '../../../test/support/list-routes.js';
import { type Body, startTestApi, type TestApi, type TestResponse } from '../../../test/support/start-test-api.js';

const unknownId = '00000000-0000-7000-8000-0000000000aa';
const hook = { name: 'n', url: 'https://93.184.216.34/h', events: ['alert.created'] };

/**
 * What keys with an IP allowlist and keys with an expiry may not do. Every route that changes members, roles, keys or webhooks has a line.
 * - `never`: neither may
 * - `addresses`: a key with addresses may not
 * - a reason: both may
 */
const lasting: Readonly<Record<string, readonly [object | undefined, string]>> = {
  'POST /members/invite': [{ email: 'new@example.com', roleId: unknownId }, 'never'],
  'PATCH /members/:id': [{ status: 'active' }, 'never'],
  'DELETE /members/:id': [undefined, 'never'],
  'POST /members/:id/password-reset': [undefined, 'never'],
  'POST /roles': [{ name: 'r', permissions: ['rules:read'] }, 'never'],
  'PATCH /roles/:id': [{ name: 'r' }, 'never'],
  'DELETE /roles/:id': [undefined, 'never'],
  'POST /roles/:id/restore': [undefined, 'never'],
  'POST /webhook-config': [hook, 'addresses'],
  'PATCH /webhook-config/:id': [{ url: 'https://93.184.216.35/h' }, 'addresses'],
  'DELETE /webhook-config/:id': [undefined, 'it only takes away'],
  'POST /webhook-config/:id/rotate-secret': [{}, 'never'],
  'POST /webhook-config/:id/test': [{}, 'addresses'],
  'POST /webhook-config/:id/deliveries/:deliveryId/redeliver': [{}, 'addresses'],
  'POST /webhook-config/:id/child-share': [{ childOrganizationIds: [] }, 'addresses'],
  'PUT /shared-resources/webhook/:id': [{ sharedEnabled: true }, 'addresses'],
  'POST /api-keys': [undefined, 'compared with the key that makes it'],
  'PATCH /api-keys/:id': [undefined, 'compared with the key that changes it'],
  'POST /api-keys/:id/rotate': [undefined, 'compared with the key that rotates it'],
  'DELETE /api-keys/:id': [undefined, 'it only takes away'],
};

describe('restricted API key', () => {
  let api: TestApi;
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    api = await startTestApi();
    const permissions = ((await api.call('/permissions')).body.permissions as Body[]).map(({ name }) => name as string);
    const make = async (more: object): Promise<string> =>
      (await api.call('/api-keys', { body: { name: 'k', permissions, ...more } })).body.key as string;
    keys['without'] = await make({});
    keys['addresses'] = await make({ ipAllowlist: ['127.0.0.0/8', '::1/128'] });
    keys['end'] = await make({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  });
  afterAll(() => api?.stop());

  const ask = (name: string, key: string): Promise<TestResponse> => {
    const [method, path] = name.split(' ') as [string, string];
    const [body] = lasting[name]!;
    return api.call(path.replace(':deliveryId', unknownId).replace(':id', unknownId), { method, key, ...(body && { body }) });
  }; // prettier-ignore
  const isRefused = ({ status, body }: TestResponse): boolean =>
    status === 403 &&
    (body.error?.message as string | undefined)?.startsWith(
      'This would give access beyond that of the API key, which has',
    ) === true;

  it('cannot grant access beyond its restrictions through any route that changes access', async () => {
    const concerned = listRoutes(api.app)
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('GET ') && /^\S+ \/(members|roles|api-keys|webhook-config|shared-resources\/webhook)/.test(name));
    expect(concerned.sort()).toEqual(Object.keys(lasting).sort());
    for (const [name, [, rule]] of Object.entries(lasting)) {
      const answers = { without: false, addresses: rule === 'never' || rule === 'addresses', end: rule === 'never' };
      for (const [key, expected] of Object.entries(answers))
        expect([name, key, isRefused(await ask(name, keys[key]!))]).toEqual([name, key, expected]);
    }
  }); // prettier-ignore
});
