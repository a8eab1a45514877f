import { insertApiKey, type Permission } from '../../src/platform/auth/index.js';
import { type TestResponse, type Body, type Call, startOwnTestApi, type TestApi } from './start-test-api.js';

/** An entity or an account from a response. */
export interface TestRecord {
  readonly id: string;
  readonly [member: string]: Body;
}

/** The API with the helpers of the account tests. Calls that name no key use one that may not read account numbers. */
export interface AccountApi {
  readonly api: TestApi;
  /** A key that may read account numbers. */
  readonly sensitive: string;
  newEntity(more?: object): Promise<TestRecord>;
  add(entity: TestRecord, body: object, call?: Call): Promise<TestResponse>;
  /** Adds an account and returns it. */
  added(entity: TestRecord, body: object): Promise<TestRecord>;
  patch(account: TestRecord, body: object, call?: Call): Promise<TestResponse>;
  remove(account: TestRecord): Promise<TestResponse>;
  list(entity: TestRecord, query?: string, call?: Call): Promise<TestRecord[]>;
}

export async function startAccountApi(): Promise<AccountApi> {
  const whole = await startOwnTestApi();
  const keyWith = async (...scopes: Permission[]): Promise<string> => {
    const { organizationId } = whole.production;
    const asked = { organizationId, name: 'accounts', deployment: 'development', scopes, rateLimit: 1_000_000 };
    return (await insertApiKey(whole.pool, asked)).key;
  };
  const sensitive = await keyWith('entities:read', 'entities:edit', 'entities:read_sensitive');
  const plain = await keyWith('entities:read', 'entities:edit', 'entities:create', 'audit:read');
  const call: TestApi['call'] = (path, request = {}) => whole.call(path, { key: plain, ...request });
  let made = 0;
  const at = ({ entityId, id }: TestRecord): string => `/entities/${String(entityId)}/accounts/${id}`;
  const own: AccountApi = {
    api: { ...whole, call },
    sensitive,
    newEntity: async (more = {}) => {
      const body = { type: 'company', name: 'Acme', countryCode: 'AR', externalId: `a-${(made += 1)}`, ...more };
      return ((await call('/entities', { body })).body as { entity: TestRecord }).entity;
    },
    add: (entity, body, request = {}) => {
      const account = { accountType: 'checking', currency: 'ARS', externalAccountId: `x-${(made += 1)}`, ...body };
      return call(`/entities/${entity.id}/accounts`, { body: account, ...request });
    },
    added: async (entity, body) => {
      const answer = await own.add(entity, body);
      if (answer.status !== 201) throw new Error(`answered ${answer.status}: ${answer.text}`);
      return (answer.body as { data: TestRecord }).data;
    },
    patch: (account, body, request = {}) => call(at(account), { method: 'PATCH', body, ...request }),
    remove: (account) => call(at(account), { method: 'DELETE' }),
    list: async (entity, query = '', request = {}) => {
      const answer = await call(`/entities/${entity.id}/accounts${query}`, request);
      return (answer.body as { data: { accounts: TestRecord[] } }).data.accounts;
    },
  };
  return own;
}
