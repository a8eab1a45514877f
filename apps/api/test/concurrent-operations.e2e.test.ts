import { createTestDatabase, partSeed, wholeOrPart } from '@tamis/testkit';

import { matchKeysOf } from '../src/modules/parties/entities/persistence/match-keys.js';
import { type KnownEntity, nobody, operationNames, operationOf } from './support/entity-operations.js';
import { publishRule } from './support/publish-rule.js';
import { startServer } from './support/start-server.js';
import {
  type Body,
  send,
  startOwnTestApi,
  testSecrets,
  type TestApi,
  type TestResponse,
} from './support/start-test-api.js';

const rounds = wholeOrPart(400, 50);
const atOnce = 8;

/** Returns a function that returns numbers from 0 to below 1, the same ones for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Done {
  readonly name: string;
  readonly body: Body;
  readonly answer: TestResponse;
}

const auditedFields = ['name', 'externalId', 'taxId', 'status', 'email'] as const;

describe('operations on the same entities at the same time, in two processes', () => {
  let api: TestApi;
  let other: Awaited<ReturnType<typeof startServer>>;
  const done: Done[] = [];
  const rows = async (sql: string): Promise<Body[]> =>
    (await api.pool.query<Body>(sql, [api.production.organizationId])).rows;
  const stored = (name: string): readonly Body[] =>
    done.filter((each) => each.name === name && each.answer.status < 300);

  beforeAll(async () => {
    const database = await createTestDatabase();
    api = await startOwnTestApi(database);
    other = await startServer(database.url, { ...testSecrets, OUTBOX_EVENTS: 'all' });
    const rules = [
      'rule large "Large" {\n  on transaction (created, updated)\n  score 1\n\n  when transaction.amount >= 900 USD\n\n  then alert HIGH "large"\n       set status of origin to under_review because "large"\n}\n',
      'rule many "Many" {\n  on transaction (created)\n  score 1\n\n  when count(transactions from origin in last 1h) >= 3\n\n  then suggest FLAG\n}\n',
      'rule omega "Omega" {\n  on person, company (created, updated)\n  score 1\n\n  when entity.name contains "Omega"\n\n  then set status to pending_verification because "omega"\n}\n',
    ];
    for (const source of rules) await publishRule(api, { source });
    await act();
  }, 900_000);
  afterAll(async () => {
    other?.child.kill();
    await api?.stop();
  });

  async function act(): Promise<void> {
    const random = randomFrom(partSeed);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
    let made = 3;
    const context = {
      pick,
      next: () => (made += 1),
      relationships: [nobody],
      accounts: [[nobody, nobody] as [string, string]],
      devices: [nobody],
      payments: [nobody],
    };
    for (const n of [1, 2, 3, 4]) {
      const body = { type: n % 2 ? 'company' : 'person', name: `Name ${n} Zeta`, countryCode: 'CL', externalId: `x-${n}` };
      await api.call('/entities', { body });
    } // prettier-ignore
    const perform = async (name: string, entity: KnownEntity, second: KnownEntity): Promise<void> => {
      const { path, call } = operationOf(name, context, entity, second);
      const url = pick([api.url, other.url]);
      const answer = await send(url + path, api.production.key, call);
      done.push({ name, body: call.body, answer });
      if (answer.status !== 201) return;
      const { relationship, device, transaction, data } = answer.body;
      if (name === 'relate') context.relationships.push(relationship.id);
      if (name === 'account') context.accounts.push([entity.id, data.id]);
      if (name === 'device') context.devices.push(device.id);
      if (name === 'pay') context.payments.push(transaction.id);
    };
    for (let round = 0; round < rounds; round += 1) {
      const entities = await rows(
        'select id, external_id as "externalId" from entities where organization_id = $1 order by id limit 8',
      );
      if (round % 3 === 0) for (const { id } of entities) await api.call(`/entities/${id}/restore`, { method: 'POST' });
      const few = [pick(entities), pick(entities)];
      // Few kinds at a time, so that the same two meet in many orders.
      const kinds = [pick(operationNames), pick(operationNames), pick(operationNames)];
      const chosen = Array.from({ length: atOnce }, () => [pick(kinds), pick(few), pick(entities)] as const);
      await Promise.all(chosen.map(([name, entity, second]) => perform(name, entity, second)));
    }
  }

  const entityRows = (): Promise<Body[]> =>
    rows(`select id, type, name, external_id as "externalId", tax_id as "taxId", normalized_tax_id as "normalizedTaxId", status, email,
        country_code as "countryCode", attributes::jsonb as attributes, deleted_at as "deletedAt", organization_id as "organizationId"
      from entities where organization_id = $1`);
  const entries = (): Promise<Body[]> =>
    rows(`select event, resource_id as id, content::jsonb -> 'changes' as changes from audit_events
      where organization_id = $1 and resource_type in ('entity', 'transaction') and event not like 'entity_account%' order by sequence`);
  const events = (): Promise<Body[]> =>
    rows('select event, payload from outbox_events where organization_id = $1 order by seq, place');

  it('never fail', () => {
    const failed = done.filter(({ answer }) => answer.status >= 500);
    expect(failed.map(({ name, answer }) => `${name}: ${answer.text}`)).toEqual([]);
    expect(done.filter(({ answer }) => answer.status < 300).length).toBeGreaterThan(rounds);
  });

  it('lose no change', async () => {
    const byId = new Map((await entityRows()).map((row) => [row.id as string, row]));
    const lost = ['attribute', 'attributeByExternalId', 'upsert'].flatMap((name) =>
      stored(name).flatMap(({ body, answer }) => {
        const key = Object.keys((body.entity ?? body).attributes as object)[0]!;
        const { attributes } = byId.get((answer.body.entity?.id ?? answer.body.data.entityId) as string)!;
        return key in (attributes as object) ? [] : [`${name} ${key}`];
      }),
    );
    const payments = await rows('select id, metadata::jsonb as metadata from transactions where organization_id = $1');
    const metadata = new Map(payments.map((each) => [each.id as string, each.metadata as object]));
    const lostOfPayments = stored('changePayment').filter(
      ({ body, answer }) => !(Object.keys(body.metadata as object)[0]! in metadata.get(answer.body.transaction.id)!),
    );
    expect([lost, lostOfPayments]).toEqual([[], []]);
  });

  it('leave an audit trail and events that tell each state once, in order', async () => {
    const [all, trail, told] = [await entityRows(), await entries(), await events()];
    const wrong: string[] = [];
    for (const row of all) {
      for (const field of auditedFields) {
        const changes = trail.filter((each) => each.id === row.id && each.changes?.[field]);
        let state: unknown;
        for (const [place, { event, changes: change }] of changes.entries()) {
          const { previous, current } = change[field];
          if (place > 0 && previous !== state) wrong.push(`${event}: ${field} was ${String(state)}, not ${previous}`);
          state = current;
        }
        if (changes.length > 0 && state !== row[field]) wrong.push(`the trail ends with ${field} ${String(state)}`);
      }
      const mine = told.filter(({ payload }) => (payload.entity?.id ?? payload.entityId) === row.id);
      const state: Record<string, unknown> = {};
      for (const { event, payload } of mine.filter((each) => (each.event as string).startsWith('entity.'))) {
        const { entity, changes } = payload;
        if (event === 'entity.external_id_changed') state['externalId'] = payload.externalId;
        if (event === 'entity.deleted') state['status'] = 'deleted';
        if (!entity) continue;
        const { updatedAt = state['updatedAt'] } = entity;
        if (state['updatedAt'] !== undefined && updatedAt < state['updatedAt']!) wrong.push(`${event} is older`);
        state['updatedAt'] = updatedAt;
        // A change of fields and status is two events, and the first one already shows the status.
        const moves = event === 'entity.status_changed' || (event === 'entity.updated' && !changes.accounts);
        for (const field of ['name', 'externalId', 'status']) {
          const isChange = event === 'entity.created' || (field === 'status' ? moves : changes?.[field]);
          if (isChange) state[field] = entity[field];
          else if (entity[field] !== undefined && entity[field] !== state[field])
            wrong.push(`${event} tells the ${field} ${entity[field]} instead of ${String(state[field])}`);
        }
      }
      const { name, externalId, status } = row;
      expect(state).toMatchObject({ name, externalId, status });
    }
    expect(wrong).toEqual([]);
    const counts = (event: string, entry: string): number[] => [
      told.filter((each) => each.event === event).length,
      trail.filter((each) => each.event === entry).length,
    ];
    const twice = (count: number): number[] => [count, count];
    expect(counts('entity.created', 'entity_created')).toEqual(twice(all.length));
    expect(counts('entity.deleted', 'entity_deleted')).toEqual(twice(stored('remove').length));
    expect(counts('transaction.created', 'transaction_created')).toEqual(twice(stored('pay').length));
    const [patches, requestedMoves] = [stored('changePayment').length, stored('movePayment').length];
    expect(counts('transaction.updated', 'transaction_updated')).toEqual([patches + requestedMoves, patches]);
    const [moved, movedEntries] = counts('transaction.status_changed', 'transaction_status_changed');
    expect(moved).toBe(movedEntries);
    const renamed = stored('externalId').filter(({ answer }) => answer.body.changed).length;
    expect(counts('entity.external_id_changed', 'entity_external_id_changed')).toEqual(twice(renamed));
  });

  it('leave consistent references, keys and histories', async () => {
    const all = await entityRows();
    const alive = new Map(all.filter((row) => row.deletedAt === null).map((row) => [row.id as string, row]));
    const named = await rows(
      `select entity, external_id as "externalId" from (
         select organization_id, origin_entity_id as entity, origin_external_id as external_id from transactions
         union all select organization_id, destination_entity_id, destination_external_id from transactions
         union all select organization_id, entity_id, entity_external_id from user_events) r
       where organization_id = $1 and entity is not null and external_id is not null`,
    );
    const stale = named.filter((each) => (alive.get(each.entity)?.externalId ?? each.externalId) !== each.externalId);
    const keys = await rows('select entity_id as id, key from entity_match_keys where organization_id = $1');
    const keysOf = (id: string): string[] => keys.filter((each) => each.id === id).map(({ key }) => key as string);
    const misplaced = all.filter((row) => keysOf(row.id).sort().join() !== [...matchKeysOf(row)].sort().join());
    const histories = await rows(
      `select entity_id as id, previous_status as previous, lag(status) over (partition by entity_id order by seq) as before
       from entity_status_history where organization_id = $1`,
    );
    const broken = histories.filter((each) => each.previous !== each.before);
    const primaries = await rows(
      `select entity_id, currency from entity_accounts where organization_id = $1 and is_primary and deleted_at is null
       group by entity_id, currency having count(*) > 1`,
    );
    expect({ stale, misplaced, broken, primaries }).toEqual({ stale: [], misplaced: [], broken: [], primaries: [] });
  });
});
