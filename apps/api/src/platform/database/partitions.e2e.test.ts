import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';

import { createAccount } from '../../modules/tenancy/organizations/index.js';
import { dataSourceOptions, dropExpiredPartitions, migrate, newId, openDataSource } from './index.js';
import { addPartitions } from './partitions.js';
import { useOwnTestApi } from '../../../test/support/use-test-api.js';

const day = 86_400_000;
const yearsAgo = (years: number): Date => new Date(Date.UTC(new Date().getUTCFullYear() - years, 4, 5));

describe('partitions', () => {
  const test = useOwnTestApi();
  const owner = `parts_${process.pid}`;
  let database: TestDatabase;
  let admin: pg.Client;
  let url: string;
  /** Runs as the role that owns the tables, which is not a superuser. */
  let runner: QueryRunner;
  let release: () => Promise<void>;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query(`create role ${owner} login password 'secret' in role tamis_app`);
    await admin.query(`create database ${owner} owner ${owner}`);
    const address = new URL(database.url);
    Object.assign(address, { username: owner, password: 'secret', pathname: `/${owner}` });
    url = address.href;
    await migrate(url);
    const source = await openDataSource(dataSourceOptions(url, 2, 'owner'));
    runner = source.createQueryRunner();
    release = async () => {
      await runner.release();
      await source.destroy();
    };
  });
  afterAll(async () => {
    await release();
    await admin.query(`drop database if exists ${owner} with (force)`);
    await admin.query(`drop role if exists ${owner}`);
    await admin.end();
    await database.drop();
  });

  /** Returns the stored payments as the organization sees them, with the partition of each. */
  const stored = async (
    organizationId: string,
  ): Promise<readonly { external: string; seq: string; part: string }[]> => {
    await runner.query(`select set_config('tamis.organization_id', $1, false)`, [organizationId]);
    const rows = (await runner.query(
      `select external_id as external, seq, tableoid::regclass::text as part from transactions order by seq`,
    )) as { external: string; seq: string; part: string }[];
    await runner.query('reset tamis.organization_id');
    return rows;
  };

  const store = async (organizationId: string, externalId: string, at: Date): Promise<void> => {
    await runner.query(`select set_config('tamis.organization_id', $1, false)`, [organizationId]);
    await runner.query(
      `insert into transactions (organization_id, id, external_id, type, status, reason, amount, currency, metadata,
         status_history, transacted_at, created_at, updated_at)
       values ($1, $2, $3, 'PAYMENT', 'CREATED', 'WITHOUT_REASON', 1, 'USD', '{}', '[]', $4, $4, $4)`,
      [organizationId, newId(), externalId, at],
    );
    await runner.query('reset tamis.organization_id');
  };

  const newOrganization = async (name: string): Promise<string> => {
    const pool = new pg.Pool({ connectionString: url, options: '-c role=tamis_app' });
    const made = await createAccount(pool, { name, deployment: 'development', ifMissing: false });
    await pool.end();
    if (!made.ok || !made.value.created) throw new Error('no account');
    return made.value.production.organizationId;
  };

  it('store evaluations inline with the same setting, whether older or newer than that setting', async () => {
    await addPartitions(runner, new Date(Date.now() + 365 * day));
    const settings = (await runner.query(
      `select coalesce(array_to_string(reloptions, ','), '') as set, count(*)::int as parts from pg_class
       where oid in (select inhrelid from pg_inherits where inhparent = 'evaluations'::regclass) group by 1`,
    )) as { set: string; parts: number }[];
    expect(settings).toEqual([{ set: 'toast_tuple_target=4080', parts: expect.any(Number) as number }]);
    expect(settings[0]!.parts).toBeGreaterThan(10);
  });

  it('take over the rows of the rest partition without losing any row, sequence number or external id', async () => {
    const organizationId = await newOrganization('Rest');
    const times = [yearsAgo(0), yearsAgo(3), new Date(yearsAgo(3).getTime() + day), yearsAgo(30)];
    for (const [index, at] of times.entries()) await store(organizationId, `rest-${index}`, at);
    const before = await stored(organizationId);
    expect(before.map(({ part }) => part).slice(1)).toEqual(Array(3).fill('transactions_rest'));
    const quarter = `transactions_${yearsAgo(3).getUTCFullYear()}q2`;
    expect(await addPartitions(runner, new Date())).toEqual([quarter]);
    const parts = [before[0]!.part, quarter, quarter, 'transactions_rest'];
    expect(await stored(organizationId)).toEqual(before.map((row, index) => ({ ...row, part: parts[index] })));
    await expect(store(organizationId, 'rest-1', new Date())).rejects.toThrow(/transactions_external_id/);
    expect(await addPartitions(runner, new Date())).toEqual([]);
  });

  it('keep external ids unique and sequence numbers ascending over all quarters under row-level security', async () => {
    const organizationId = await newOrganization('Moved');
    for (const years of [0, 1, 6]) await store(organizationId, `moved-${years}`, yearsAgo(years));
    const before = await stored(organizationId);
    expect(before.map(({ external }) => external)).toEqual(['moved-0', 'moved-1', 'moved-6']);
    await expect(store(organizationId, 'moved-1', new Date())).rejects.toThrow(/transactions_external_id/);
    await store(organizationId, 'moved-later', new Date());
    const last = (await stored(organizationId)).at(-1)!;
    expect(BigInt(last.seq)).toBeGreaterThan(BigInt(before.at(-1)!.seq));
    await addPartitions(runner, new Date());
  });

  it('are dropped by whole quarters, which is recorded, and external ids stay reserved', async () => {
    const organizationId = await newOrganization('Dropped');
    const old = yearsAgo(2);
    await store(organizationId, 'dropped', old);
    await store(organizationId, 'kept', new Date());
    await addPartitions(runner, new Date());
    const before = new Date(Date.UTC(old.getUTCFullYear(), 6, 2));
    const dropped = await dropExpiredPartitions(url, 'transactions', before);
    const from = new Date(Date.UTC(old.getUTCFullYear(), 3));
    const until = new Date(Date.UTC(old.getUTCFullYear(), 6));
    expect(dropped).toContainEqual({ partition: `transactions_${old.getUTCFullYear()}q2`, from, until });
    expect(dropped.every((each) => each.until <= before)).toBe(true);
    expect((await stored(organizationId)).map(({ external }) => external)).toEqual(['kept']);
    const [told] = (await runner.query(
      `select dropped_until from dropped_periods where record_table = 'transactions' and dropped_from = $1`,
      [from],
    )) as { dropped_until: Date }[];
    expect(told!.dropped_until).toEqual(until);
    await expect(store(organizationId, 'dropped', new Date())).rejects.toThrow(/transactions_external_id/);
    expect(await dropExpiredPartitions(url, 'transactions', before)).toEqual([]);
  });

  it('find a payment by external id in the one partition that holds it', async () => {
    const api = test();
    const { pool, production } = api;
    const body = {
      externalId: 'parted-1',
      type: 'PAYMENT',
      amount: 1,
      currency: 'USD',
      transactedAt: yearsAgo(1).toISOString(),
    };
    expect((await api.call('/transactions', { body })).status).toBe(201);
    const found = await api.call('/transactions/external/parted-1');
    expect(found.body.transaction.externalId).toBe('parted-1');
    const listed = await api.call('/transactions?externalId=parted-1');
    expect(listed.body.transactions).toHaveLength(1);
    const again = await api.call('/transactions', { body: { ...body, transactedAt: new Date().toISOString() } });
    expect([again.status, again.body.transactionId]).toEqual([409, found.body.transaction.id]);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) select * from transactions t where t.organization_id = $1
         and (t.transacted_at, t.id) = (select k.transacted_at, k.id from transaction_keys k
           where k.organization_id = $1 and k.external_id = $2)`,
      [production.organizationId, 'parted-1'],
    );
    const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan.* on transactions/.test(line));
    expect(scans.filter((line) => !line.includes('never executed'))).toHaveLength(1);
  });
});
