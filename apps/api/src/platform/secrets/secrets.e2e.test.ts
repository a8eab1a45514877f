import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestDatabase, reportPromise, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { createApp } from '../../create-app.js';
import { createAccount } from '../../modules/tenancy/organizations/index.js';
import { readConfig } from '../config/index.js';
import { TenantDatabase } from '../database/index.js';
import { sealingCost, sealingFigure } from '../../../test/support/sealing-cost.js';
import { MasterKeys, rotateSecrets, Secrets, SecretsError, SecretStore } from './index.js';

const main = join(__dirname, '../../../dist/main.js');

const newKey = (): string => randomBytes(32).toString('base64');

/** Starts a server on the database with these master keys. A key file is read again when it changes. */
async function serverWith(url: string, settings: Record<string, string>) {
  const config = readConfig({ DATABASE_URL: url, PORT: '0', LOG: 'silent', ...settings });
  if (!config.ok) throw new Error(config.error.join('\n'));
  const app = await createApp(config.value);
  return { app, secrets: app.get(Secrets), store: app.get(SecretStore), database: app.get(TenantDatabase) };
}

describe('secrets at rest', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let folder: string;
  let file: string;
  let server: Awaited<ReturnType<typeof serverWith>>;
  let own: string;
  let other: string;
  const firstKey = newKey();

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    folder = mkdtempSync(join(tmpdir(), 'tamis-secrets-'));
    file = join(folder, 'master-key');
    writeFileSync(file, firstKey);
    const account = await createAccount(pool, { name: 'Own', deployment: 'development', ifMissing: false });
    if (!account.ok) throw new Error(account.error);
    [own, other] = [account.value.production.organizationId, account.value.sandbox.organizationId];
    server = await serverWith(database.url, { TAMIS_MASTER_KEY_FILE: file });
  });
  afterAll(async () => {
    await server?.app.close();
    await pool?.end();
    await database?.drop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('returns a secret as it was stored, and finds it by its value', async () => {
    const { store } = server;
    await store.put(own, 'provider/one', 'AR-0170099220000067797370 \u{1F511}');
    await store.put(own, 'provider/two', 'other');
    await store.put(own, 'provider/two', 'AR-0170099220000067797370 \u{1F511}');
    await store.put(other, 'provider/three', 'AR-0170099220000067797370 \u{1F511}');
    expect(await store.get(own, 'provider/two')).toBe('AR-0170099220000067797370 \u{1F511}');
    expect(await store.get(own, 'nothing')).toBeNull();
    expect(await store.findNames(own, 'AR-0170099220000067797370 \u{1F511}')).toEqual(['provider/one', 'provider/two']);
    expect(await store.findNames(own, 'other')).toEqual([]);
    const { rows } = await pool.query(
      `select count(distinct fingerprint)::int as hashes, count(distinct value)::int as sealed from secrets`,
    );
    // Equal values of one organization share a hash, but those of two organizations do not. No two encrypted values are equal.
    expect(rows).toEqual([{ hashes: 2, sealed: 3 }]);
  });

  it('encrypts nothing with a key whose creating transaction was rolled back', async () => {
    const { secrets, database: tenants } = server;
    const third = await createAccount(pool, { name: 'Third', deployment: 'development', ifMissing: false });
    if (!third.ok) throw new Error(third.error);
    const { organizationId } = third.value.production;
    const place = { organizationId, table: 'secrets', rowId: randomUuid(3), field: 'value' };
    const undone = tenants.transaction(organizationId, async (client) => {
      await secrets.seal(client, place, 'first');
      await secrets.seal(client, place, 'second');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const sealed = await tenants.transaction(organizationId, (client) => secrets.seal(client, place, 'kept'));
    const other = await serverWith(database.url, { TAMIS_MASTER_KEY_FILE: file });
    try {
      expect(await other.secrets.open(other.database.forOrganization(organizationId), place, sealed)).toBe('kept');
    } finally {
      await other.app.close();
    }
  });

  it('promise 6: nothing of a secret, nor of a key that opens it, stands in any table', async () => {
    const account = '0170099220000067797370';
    await server.store.put(own, 'account', account);
    const tables = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const masterBytes = Buffer.from(firstKey, 'base64');
    const forms = [account, Buffer.from(account).toString('hex'), Buffer.from(account).toString('base64')];
    const keys = [firstKey, masterBytes.toString('hex')];
    const hits: string[] = [];
    let bytes = 0;
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
      for (const { row } of rows) {
        bytes += row.length;
        if ([...forms, ...keys].some((form) => row.includes(form))) hits.push(name);
      }
    }
    expect(bytes).toBeGreaterThan(2_000);
    reportPromise(6, { figure: `${hits.length} hits in all tables`, target: '0 hits', holds: hits.length === 0 });
    expect(hits).toEqual([]);
  });

  it('promise 6: a sealed value opens nowhere but in its own row, field, table and organization', async () => {
    const { secrets, database: tenants } = server;
    const place = { organizationId: own, table: 'secrets', rowId: randomUuid(1), field: 'value' };
    const sealed = await secrets.seal(tenants.forOrganization(own), place, 'mine');
    expect(await secrets.open(tenants.forOrganization(own), place, sealed)).toBe('mine');
    const moves = [
      { ...place, rowId: randomUuid(2) },
      { ...place, field: 'fingerprint' },
      { ...place, table: 'data_keys' },
      { ...place, organizationId: other },
      { ...place, table: 'secrets","' + place.rowId, rowId: '' },
    ];
    const changed = Array.from({ length: sealed.length }, (_, at) => {
      const copy = Buffer.from(sealed);
      copy[at]! ^= 1;
      return copy;
    });
    const attempts = [
      ...moves.map((move) => secrets.open(tenants.forOrganization(move.organizationId), move, sealed)),
      ...changed.map((copy) => secrets.open(tenants.forOrganization(own), place, copy)),
      secrets.open(tenants.forOrganization(own), place, sealed.subarray(0, 40)),
      secrets.open(tenants.forOrganization(own), place, Buffer.alloc(0)),
    ];
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.filter((o) => o.status === 'rejected' && o.reason instanceof SecretsError).length;
    const figure = `${refused} of ${attempts.length} moved or changed values refused`;
    reportPromise(6, { figure, target: 'all', holds: refused === attempts.length });
    expect(refused).toBe(attempts.length);
  });

  it('promise 6: a value moved by a superuser to another row or organization is refused', async () => {
    const { store } = server;
    for (const [organization, name] of [
      [own, 'a'],
      [own, 'b'],
      [other, 'c'],
    ] as const)
      await store.put(organization, name, name);
    const move = `update secrets set value = (select value from secrets where name = $1) where name = $2`;
    await pool.query(move, ['a', 'b']);
    await expect(store.get(own, 'b')).rejects.toThrow(/does not belong where it stands/);
    await pool.query(move, ['a', 'c']);
    await expect(store.get(other, 'c')).rejects.toThrow(SecretsError);
    await pool.query(`delete from secrets where name in ('b', 'c')`);
  });

  it('promise 6: master and data keys are rotated on 10,000 values while reads go on', async () => {
    const { store, secrets, database: tenants } = server;
    const count = 10_000;
    const values = new Map<string, string>();
    await tenants.transaction(own, async (client) => {
      const ids = Array.from({ length: count }, (_, n) => randomUuid(1000 + n));
      const sealed: Buffer[] = [];
      for (const rowId of ids)
        sealed.push(
          await secrets.seal(client, { organizationId: own, table: 'secrets', rowId, field: 'value' }, rowId),
        );
      await client.query(
        `insert into secrets (organization_id, id, name, value, fingerprint)
         select $1, v.id, 'bulk/' || v.id, v.value, '' from unnest($2::uuid[], $3::bytea[]) as v (id, value)`,
        [own, ids, sealed],
      );
      for (const id of ids) values.set(`bulk/${id}`, id);
    });
    const names = [...values.keys()];
    const failed: unknown[] = [];
    let reads = 0;
    let isDone = false;
    const reader = async (start: number): Promise<void> => {
      for (let n = start; !isDone; n += 7) {
        const name = names[n % count]!;
        reads += 1;
        const found = await store.get(own, name).catch((error: unknown) => error);
        if (found !== values.get(name)) failed.push(found);
      }
    };
    const readers = [0, 1, 2, 3].map(reader);
    // A second server that starts in the middle of the rotation has no cached keys.
    const secondKey = newKey();
    writeFileSync(file, `${secondKey}\n${firstKey}\n`);
    const masters = new MasterKeys({ file });
    const rotated = await rotateSecrets(pool, masters, { dataKeys: true, batchSize: 500 });
    writeFileSync(file, `${secondKey}\n`);
    const second = await serverWith(database.url, { TAMIS_MASTER_KEY_FILE: file });
    for (const name of names.slice(0, 50)) expect(await second.store.get(own, name)).toBe(values.get(name));
    await second.app.close();
    isDone = true;
    await Promise.all(readers);
    const figure = `${rotated.resealed} values sealed anew, ${failed.length} of ${reads} reads failed meanwhile`;
    reportPromise(6, { figure, target: '0 failed reads', holds: failed.length === 0 });
    expect(failed).toEqual([]);
    expect(rotated.rewrapped).toBeGreaterThan(0);
    expect(rotated.resealed).toBeGreaterThanOrEqual(count);
    expect(reads).toBeGreaterThan(100);
    const { rows } = await pool.query(
      `select count(distinct substring(value from 2 for 16))::int as keys from secrets where organization_id = $1`,
      [own],
    );
    expect(rows).toEqual([{ keys: 1 }]);
    expect(await rotateSecrets(pool, new MasterKeys({ file }), { dataKeys: false, batchSize: 500 })).toEqual({
      rewrapped: 0,
      resealed: 0,
    });
  });

  it('promise 6: sealing and opening a field costs next to nothing', async () => {
    const { secrets, database: tenants } = server;
    const place = { organizationId: own, table: 'secrets', rowId: randomUuid(3), field: 'value' };
    // A key created by the transaction below itself would not be cached until it is committed.
    await server.store.put(own, 'before', 'x');
    const cost = await tenants.transaction(own, (client) =>
      sealingCost(async () => {
        const sealed = await secrets.seal(client, place, '0170099220000067797370');
        if ((await secrets.open(client, place, sealed)).length !== 22) throw new Error('another text');
      }),
    );
    expect(cost.ours).toBeGreaterThan(0);
    reportPromise(6, sealingFigure(cost, 'a field'));
  });

  it('promise 6: goes on after an interruption with the key it had begun with', async () => {
    const masters = new MasterKeys({ file });
    const options = { dataKeys: true, batchSize: 500 };
    await rotateSecrets(pool, masters, options);
    const key = `select substring(value from 2 for 16) as key from secrets where organization_id = $1 limit 1`;
    const before = (await pool.query<{ key: Buffer }>(key, [own])).rows[0]!.key;
    // Simulates an interrupted rotation: some values are encrypted with another key.
    const place = { organizationId: own, table: 'secrets', rowId: randomUuid(1000), field: 'value' };
    const old = await server.secrets.seal(server.database.forOrganization(own), place, 'old');
    expect(old.subarray(1, 17).equals(before)).toBe(false);
    await pool.query('update secrets set value = $2 where id = $1', [place.rowId, old]);
    await rotateSecrets(pool, masters, options);
    const { rows } = await pool.query<{ key: Buffer }>(
      'select distinct substring(value from 2 for 16) as key from secrets where organization_id = $1',
      [own],
    );
    expect(rows).toEqual([{ key: before }]);
    const value = 'select value from secrets where id = $1';
    const stored = (await pool.query<{ value: Buffer }>(value, [place.rowId])).rows[0]!.value;
    expect(await server.secrets.open(server.database.forOrganization(own), place, stored)).toBe('old');
  });

  /** Returns the error message of a server that cannot start. */
  async function startFailure(settings: Record<string, string>): Promise<string> {
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, PORT: '0', ...settings };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    expect(await once(child, 'close')).toEqual([1, null]);
    return said;
  }

  it('promise 6: a server with a wrong key, with none, or with a broken one does not start, and says why', async () => {
    const wrong = await startFailure({ TAMIS_MASTER_KEY: newKey() });
    expect(wrong).toMatch(
      /^TAMIS_MASTER_KEY: wrong key: the secrets of this database need the master key [0-9a-f]{16}, not [0-9a-f]{16}\n$/,
    );
    expect(await startFailure({})).toMatch(/^TAMIS_MASTER_KEY: missing; set it to 32 random bytes[^\n]*\n$/);
    expect(await startFailure({ TAMIS_MASTER_KEY: 'short' })).toBe(
      'TAMIS_MASTER_KEY: key 1 is not 32 bytes in base64\n',
    );
    expect(await startFailure({ TAMIS_MASTER_KEY_FILE: join(folder, 'none') })).toMatch(/cannot be read: ENOENT/);
    const both = readConfig({ DATABASE_URL: database.url, TAMIS_MASTER_KEY: newKey(), TAMIS_MASTER_KEY_FILE: file });
    expect(both.ok ? [] : both.error).toEqual([expect.stringContaining('TAMIS_MASTER_KEY_FILE: cannot be combined')]);
    const live = readConfig({ DATABASE_URL: database.url, DEPLOYMENT: 'live' });
    expect(live.ok ? [] : live.error).toEqual([expect.stringContaining('TAMIS_MASTER_KEY: missing')]);
  });
});

/** Returns an id in UUID format that is the same every time. */
const randomUuid = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
