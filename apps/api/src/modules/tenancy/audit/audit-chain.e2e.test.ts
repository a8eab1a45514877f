import { entryHash } from '@tamis/audit-chain';
import { partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';
import fc from 'fast-check';
import type { PoolClient } from 'pg';

import {
  type AuditEntry,
  byAdministration,
  readAuditHead,
  recordAudit,
  systemActor,
  verifyAudit,
} from '../../../platform/audit/index.js';
import { newId, type PgPool, pgPoolToken, TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const length = 120;
const tamperings = wholeOrPart(1_000, 150);

const entryNamed = (n: number): AuditEntry => ({
  event: 'rule_updated',
  resourceType: 'rule',
  resourceId: `r${n % 7}`,
  summary: `change ${n}`,
  changes: { priority: { previous: n, current: n + 1 } },
});

/** How a superuser tampers with the audit trail, and the entry that must be reported. */
interface Tampering {
  readonly kind:
    | 'edit'
    | 'edit and hash'
    | 'file elsewhere'
    | 'delete'
    | 'delete and close'
    | 'swap'
    | 'insert'
    | 'insert and hash'
    | 'cut';
  readonly at: number;
  readonly other: number;
}

const anyTampering: fc.Arbitrary<Tampering> = fc.record({
  kind: fc.constantFrom(
    'edit',
    'edit and hash',
    'file elsewhere',
    'delete',
    'delete and close',
    'swap',
    'insert',
    'insert and hash',
    'cut',
  ),
  at: fc.integer({ min: 1, max: length - 1 }),
  other: fc.integer({ min: 2, max: length }),
});

describe('audit log hash chain', () => {
  let api: TestApi;
  let database: TenantDatabase;
  let organizationId: string;

  beforeAll(async () => {
    api = await startOwnTestApi();
    database = api.app.get(TenantDatabase);
    organizationId = api.stranger.organizationId;
    await api.pool.query('truncate audit_events, audit_heads');
    for (let n = 0; n < length; n += 20)
      await database.transaction(organizationId, (client) =>
        recordAudit(
          client,
          byAdministration(organizationId),
          Array.from({ length: 20 }, (_, k) => entryNamed(n + k)),
        ),
      );
  });
  afterAll(() => api?.stop());

  const verified = (published: Parameters<typeof verifyAudit>[2] = []) =>
    database.transaction(organizationId, (client) => verifyAudit(client, organizationId, published));

  /** Performs `work` as a superuser, bypassing every trigger; undone afterwards. */
  async function behindItsBack<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await api.pool.connect();
    try {
      await client.query('begin isolation level repeatable read');
      await client.query('set local session_replication_role = replica');
      return await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('is intact as written, with the hash of the last entry as its head', async () => {
    const { entries, head, fault } = await verified();
    expect({ entries, sequence: head.sequence, fault }).toEqual({ entries: length, sequence: length, fault: null });
    expect(await verified([head])).toEqual({ entries, head, fault: null });
  });

  it('promise 7: random tamperings by a superuser are all found, and the first bad entry is named', async () => {
    const head = await readAuditHead(database.forOrganization(organizationId), organizationId);
    const missed: unknown[] = [];
    for (const tampering of fc.sample(anyTampering, { numRuns: tamperings, seed: partSeed })) {
      const [fault, expected] = await behindItsBack(async (client) => {
        const first = await tamper(client, organizationId, tampering);
        return [(await verifyIn(client, organizationId, head)).fault, first] as const;
      });
      if (fault?.sequence !== expected) missed.push({ tampering, fault, expected });
    }
    const found = tamperings - missed.length;
    const figure = `${found} of ${tamperings} tamperings found, each with its first bad entry`;
    reportPromise(7, { figure, target: `${tamperings} of ${tamperings}`, holds: missed.length === 0 });
    expect(missed).toEqual([]);
  });

  it('promise 7: the application can neither change nor remove an entry, nor move the head', async () => {
    for (const statement of [
      `update audit_events set content = content`,
      `delete from audit_events`,
      `truncate audit_events`,
      `update audit_heads set sequence = 1`,
      `delete from audit_heads`,
      `insert into audit_events (organization_id, content) values ('${organizationId}', '{}')`,
      `insert into audit_heads select organization_id, 0, hash from audit_heads`,
      `drop function audit_append`,
    ])
      await expect(database.forOrganization(organizationId).query(statement)).rejects.toThrow(
        /permission denied|must be owner/,
      );
  });

  it('promise 7: appends of 40 at once and of transactions that fail leave one chain without a gap', async () => {
    const before = await readAuditHead(database.forOrganization(organizationId), organizationId);
    const append = (n: number) =>
      database.transaction(organizationId, async (client) => {
        await recordAudit(client, byAdministration(organizationId), [entryNamed(n), entryNamed(n)]);
        if (n % 5 === 0) throw new Error('undone');
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => append(n)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(40);
    const { head, fault } = await verified([before]);
    expect({ sequence: head.sequence, fault }).toEqual({ sequence: before.sequence + 320, fault: null });
  });

  it('rolls back a change whose entry cannot be appended and reports the reason', async () => {
    const before = await readAuditHead(database.forOrganization(organizationId), organizationId);
    const append = (content: string) => async (client: Transaction) =>
      client.enqueue({ text: 'select audit_append($1, $2)', values: [organizationId, [content]] });
    const [right, wrong] = [append(`{"id":"${organizationId}"}`), append('no JSON')];
    const works: readonly ((client: Transaction) => Promise<unknown>)[] = [
      wrong,
      (client) => right(client).then(() => wrong(client)),
      // The work may continue, but its further statements are rejected because of the entry.
      (client) => wrong(client).then(() => client.query('select 1')),
      (client) => wrong(client).then(() => database.transaction(organizationId, right)),
    ];
    for (const work of works) await expect(database.transaction(organizationId, work)).rejects.toThrow(/type json/);
    await database.runAtomically(organizationId, async (all) => {
      const part = (run: () => Promise<void>) => all.savepoint(organizationId, run);
      await expect(part(() => database.transaction(organizationId, wrong))).rejects.toThrow(/type json/);
      await part(() => database.transaction(organizationId, right));
    });
    expect(await readAuditHead(database.forOrganization(organizationId), organizationId)).toMatchObject({
      sequence: before.sequence + 2,
    });
  });

  it('blocks nobody before the end of a joined transaction and omits entries that were rolled back', async () => {
    const before = await readAuditHead(database.forOrganization(organizationId), organizationId);
    const append = (event: string) =>
      database.transaction(organizationId, (client) =>
        recordAudit(client, byAdministration(organizationId), [{ ...entryNamed(0), event }]),
      );
    await database.runAtomically(organizationId, async (all) => {
      const part = (run: () => Promise<void>) => all.savepoint(organizationId, run);
      await append('first');
      await expect(part(() => append('undone').then(() => Promise.reject(new Error('undone'))))).rejects.toThrow();
      const undo = await all.undoPoint();
      await append('undone');
      await undo();
      await database.runAtomically(organizationId, () => append('last'));
      await database.runOutsideTransaction(() => append('beside'));
    });
    const { rows } = await database.forOrganization(organizationId).query<{ event: string }>(
      `select content::json ->> 'event' as event from audit_events
       where organization_id = $1 and sequence > $2 order by sequence`,
      [organizationId, before.sequence],
    );
    expect(rows.map(({ event }) => event)).toEqual(['beside', 'first', 'last']);
  }, 10_000);

  it('appends the changes of a long transaction unaltered, in order, and without those rolled back', async () => {
    const before = await readAuditHead(database.forOrganization(organizationId), organizationId);
    const entryOf = (call: number, place: number): AuditEntry => ({
      ...entryNamed(place),
      ...(place === 3 && { id: newId(), reason: 'line\nbreak, "quotes", \\ and \u2028' }),
      relatedIds: { call: String(call) },
    });
    const calls = Array.from({ length: 90 }, (_, call) => Array.from({ length: 20 }, (_, n) => entryOf(call, n)));
    await database.runAtomically(organizationId, async (all) => {
      for (const [call, entries] of calls.entries()) {
        const undo = call % 10 === 9 ? await all.undoPoint() : null;
        await database.transaction(organizationId, (client) =>
          recordAudit(client, byAdministration(organizationId), entries),
        );
        await undo?.();
      }
    });
    const { rows } = await database
      .forOrganization(organizationId)
      .query<{ content: string }>(
        'select content from audit_events where organization_id = $1 and sequence > $2 order by sequence',
        [organizationId, before.sequence],
      );
    const contents = rows.map(({ content }) => JSON.parse(content) as Readonly<Record<string, unknown>>);
    const kept = calls.filter((_, call) => call % 10 !== 9).flat();
    expect(contents).toEqual(
      kept.map(({ reason = null, ...entry }) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        organizationId,
        timestamp: expect.stringMatching(/^2.*Z$/) as string,
        actor: systemActor,
        context: { ipAddress: null, userAgent: null, requestId: null, source: 'admin', reason },
        ...entry,
      })),
    );
    expect(new Set(contents.map(({ id }) => id)).size).toBe(kept.length);
    expect((await verified([before])).fault).toBeNull();
  });

  it('shows an organization no entry of another', async () => {
    const app = api.app.get<PgPool>(pgPoolToken);
    const own = database.forOrganization(api.production.organizationId);
    for (const table of ['audit_events', 'audit_heads']) {
      expect((await app.query(`select from ${table}`)).rowCount).toBe(0);
      expect((await own.query(`select from ${table} where organization_id = $1`, [organizationId])).rowCount).toBe(0);
    }
    await expect(own.query('select audit_append($1, $2)', [organizationId, ['{}']])).rejects.toThrow(
      /its own audit trail/,
    );
    await expect(app.query('select audit_append($1, $2)', [organizationId, ['{}']])).rejects.toThrow(
      /its own audit trail/,
    );
  });
});

/** Like `verifyAudit`, inside a transaction that has already begun. */
const verifyIn = (client: PoolClient, organizationId: string, head: { sequence: number; hash: string }) =>
  verifyAudit(client, organizationId, [head]);

const shift = (by: number): string =>
  `update audit_events set sequence = sequence + ${by} * 1000000 where organization_id = $1 and sequence >= $2`;
const settle = (by: number, step: number): string =>
  `update audit_events set sequence = sequence - ${by} * 1000000 + ${step} where organization_id = $1 and sequence >= 1000000`;

/** Tampers with the trail, and returns the sequence of the first entry that is then wrong. */
async function tamper(client: PoolClient, organizationId: string, { kind, at, other }: Tampering): Promise<number> {
  const run = (statement: string, ...values: unknown[]) => client.query(statement, [organizationId, ...values]);
  const content = `{"id":"${organizationId}","event":"forged"}`;
  const previousHash = async (sequence: number): Promise<string> =>
    (await run('select previous_hash as h from audit_events where organization_id = $1 and sequence = $2', sequence))
      .rows[0]!.h;
  const edit = 'update audit_events set content = $3 where organization_id = $1 and sequence = $2';
  const remove = 'delete from audit_events where organization_id = $1 and sequence = $2';
  const insert = `insert into audit_events (organization_id, sequence, content, previous_hash, hash, id, event)
    values ($1, $2, $3, $4, $5, $1, 'forged')`;
  switch (kind) {
    case 'edit':
      await run(edit, at, content);
      return at;
    case 'edit and hash': {
      await run(edit, at, content);
      const hash = entryHash(organizationId, at, { previousHash: await previousHash(at), content });
      await run('update audit_events set hash = $3 where organization_id = $1 and sequence = $2', at, hash);
      return at;
    }
    case 'file elsewhere':
      await run(`update audit_events set resource_id = 'elsewhere' where organization_id = $1 and sequence = $2`, at);
      return at;
    case 'delete':
      await run(remove, at);
      return at;
    case 'delete and close':
      await run(remove, at);
      await run(shift(1), at);
      await run(settle(1, -1));
      return at;
    case 'swap': {
      const [first, second] = other === at ? [at, at + 1] : [Math.min(at, other), Math.max(at, other)];
      const move = 'update audit_events set sequence = $3 where organization_id = $1 and sequence = $2';
      await run(move, first, 2_000_000);
      await run(move, second, first);
      await run(move, 2_000_000, second);
      return first;
    }
    case 'insert':
    case 'insert and hash': {
      const before = await previousHash(at);
      const fitting = entryHash(organizationId, at, { previousHash: before, content });
      await run(shift(1), at);
      await run(settle(1, 1));
      await run(insert, at, content, before, kind === 'insert' ? 'd'.repeat(64) : fitting);
      return at;
    }
    case 'cut':
      await run('delete from audit_events where organization_id = $1 and sequence >= $2', at);
      await run(
        `update audit_heads h set sequence = $2::bigint - 1, hash = coalesce((select hash from audit_events e
           where e.organization_id = $1 and e.sequence = $2::bigint - 1), repeat('0', 64)) where organization_id = $1`,
        at,
      );
      return at;
  }
}
