import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createTestDatabase, onceAProcess, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { createApp } from '../../src/create-app.js';
import { createAccount, type CreatedOrganization } from '../../src/modules/tenancy/organizations/index.js';
import { readConfig } from '../../src/platform/config/index.js';
import { responseProblem } from './check-response.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a body holds is what the tests are about
export type Body = any;

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as text, followed by the parsed body. */
  readonly text: string;
  readonly body: Body;
}

export interface Call {
  readonly method?: string;
  /** The body, sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  /** An API key; `null` sends none. Defaults to the key of `production`. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApi {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly pool: pg.Pool;
  readonly production: CreatedOrganization;
  readonly sandbox: CreatedOrganization;
  /** An organization of a different account. */
  readonly stranger: CreatedOrganization;
  call(path: string, call?: Call): Promise<TestResponse>;
  stop(): Promise<void>;
}

/** The secrets of every server on the database of a test. */
export const testSecrets = { TAMIS_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') } as const;

/**
 * Starts the whole API on a free port, with two new accounts. Test files of one process share the same server and database, and should only
 * access their own accounts. A file that accesses more, or stops the server, uses `startOwnTestApi`.
 */
export async function startTestApi(): Promise<TestApi> {
  const server = await borrowed();
  // The accounts of the previous file release their names for those of this one.
  await server.pool.query('update organizations set slug = id::text');
  return { ...(await withAccounts(server)), stop: () => Promise.resolve() };
}

/** Starts the API on a separate database. `given` is a migrated, empty database. */
export async function startOwnTestApi(
  given?: TestDatabase,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestApi> {
  return withAccounts(await startOnDatabase(given ?? (await createTestDatabase()), settings));
}

type Server = Pick<TestApi, 'url' | 'app' | 'pool' | 'stop'>;

const borrowed = (): Promise<Server> =>
  onceAProcess('the API that test files borrow', startShared, async (api) => (await api).stop());

async function startShared(): Promise<Server> {
  const server = await startOnDatabase(await createTestDatabase(), {});
  await server.pool.query(refuseOtherTables);
  return server;
}

/** Changing a table would change it for all later test files. */
const refuseOtherTables = `
  create function refuse_other_tables() returns event_trigger language plpgsql as
    $$ begin raise 'other test files borrow this database: take startOwnTestApi'; end $$;
  create event trigger refuse_other_tables on ddl_command_start execute function refuse_other_tables()`;

async function startOnDatabase(database: TestDatabase, settings: Readonly<Record<string, string>>): Promise<Server> {
  const folder = join(tmpdir(), `blobs-${randomUUID()}`);
  const own = {
    ...testSecrets,
    DATABASE_URL: database.url,
    PORT: '0',
    LOG: 'error',
    BLOBS: `folder:${folder}`,
    OUTBOX_EVENTS: 'all',
  };
  const config = readConfig({ ...own, ...settings });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const app = await createApp(config.value);
  await app.listen(0, '127.0.0.1');
  const pool = new pg.Pool({ connectionString: database.url, max: 2, pipeline: true });
  const stop = async (): Promise<void> => {
    await app.close();
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: await app.getUrl(), app, pool, stop };
}

async function withAccounts(server: Server): Promise<TestApi> {
  const own = await newAccount(server.pool, 'Own');
  const other = await newAccount(server.pool, 'Stranger');
  return {
    ...server,
    production: own.production,
    sandbox: own.sandbox,
    stranger: other.production,
    call: (path, call = {}) => send(server.url + path, own.production.key, call),
  };
}

/**
 * Requests per hour of the keys and organizations created here, because tests send more than a plan allows. Keys created through the API
 * have the same limit.
 */
const testRequestsPerHour = 1_000_000;

async function newAccount(pool: pg.Pool, name: string) {
  const made = await createAccount(pool, { name, deployment: 'development', ifMissing: false });
  if (!made.ok || !made.value.created) throw new Error(`no account ${name}`);
  for (const { key, organizationId } of [made.value.production, made.value.sandbox])
    organizations.set(key, organizationId);
  const ids = [made.value.production.apiKeyId, made.value.sandbox.apiKeyId];
  await pool.query('update api_keys set rate_limit = $1, burst_limit = null where id = any($2)', [
    testRequestsPerHour,
    ids,
  ]);
  await pool.query('update organizations set requests_per_hour = $1, requests_per_minute = null where id = any($2)', [
    testRequestsPerHour,
    [made.value.production.organizationId, made.value.sandbox.organizationId],
  ]);
  return made.value;
}

/** The organizations of the keys created here: requests that cost money must name the organization. */
const organizations = new Map<string, string>();

function organizationHeader(url: string, key: string | null): Readonly<Record<string, string>> {
  const organizationId = new URL(url).pathname.startsWith('/integration-execution/') && organizations.get(key ?? '');
  return organizationId ? { 'x-organization-id': organizationId } : {};
}

/**
 * Sends one request to the server at `url`, with `ownKey` if the call names no key. Rejects if the response does not match openapi.json:
 * every status, field and value must be described there.
 */
export async function send(url: string, ownKey: string | null, call: Call): Promise<TestResponse> {
  const { body, key, headers } = call;
  const hasBody = body !== undefined;
  const method = call.method ?? (hasBody ? 'POST' : 'GET');
  const response = await fetch(url, {
    method,
    headers: {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...((key ?? (key === undefined && ownKey)) && { authorization: `Bearer ${key ?? ownKey}` }),
      ...organizationHeader(url, key === undefined ? ownKey : key),
      ...headers,
    },
    ...(hasBody && {
      body:
        typeof body === 'string' || body instanceof Uint8Array
          ? (body as NonNullable<RequestInit['body']>)
          : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const answer: TestResponse = { status: response.status, headers: response.headers, text, body: parse(text) };
  checkResponse(method, url, answer);
  const { key: newKey, apiKey } = (answer.body ?? {}) as {
    readonly key?: unknown;
    readonly apiKey?: { readonly organizationId: string };
  };
  if (typeof newKey === 'string' && apiKey) organizations.set(newKey, apiKey.organizationId);
  return answer;
}

function checkResponse(method: string, url: string, { status, text, body }: TestResponse): void {
  const problem = responseProblem(method, new URL(url).pathname, status, body);
  if (problem === null) return;
  throw new Error(`${method} ${url} answers otherwise than openapi.json says (npm run generate?): ${problem}\n${text}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
