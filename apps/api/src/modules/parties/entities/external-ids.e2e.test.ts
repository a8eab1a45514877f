import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import { reportPromise } from '@tamis/testkit';

import {
  type TestResponse,
  type Body,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';

const reason = 'the source system was renumbered';
const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('platform 4.5: POST /entities/change-external-id', () => {
  let api: TestApi;
  let database: TenantDatabase;
  let made = 0;
  beforeAll(async () => {
    api = await startOwnTestApi();
    database = api.app.get(TenantDatabase);
  });
  afterAll(() => api?.stop());

  const create = async (more: object = {}): Promise<Body> => {
    const body = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: `e-${(made += 1)}`, ...more };
    const answer = await api.call('/entities', { body });
    expect([answer.text, answer.status]).toEqual([answer.text, 201]);
    return answer.body.entity;
  };
  const change = (body: object, call: object = {}): Promise<TestResponse> =>
    api.call('/entities/change-external-id', { body: { reason, ...body }, ...call });
  const pay = async (parties: object): Promise<string> => {
    const body = { type: 'PAYMENT', amount: 10, currency: 'USD', externalId: `p-${(made += 1)}`, ...parties };
    const answer = await api.call('/transactions', { body });
    expect([answer.text, answer.status]).toEqual([answer.text, 201]);
    return answer.body.transaction.id;
  };
  const namesOf = async (id: string): Promise<unknown> => {
    const { rows } = await api.pool.query<Body>(
      'select origin_external_id as origin, destination_external_id as destination from transactions where id = $1',
      [id],
    );
    return [rows[0].origin, rows[0].destination];
  };
  const insertEvent = (client: Queryable, entityId: string, externalId: string | null) =>
    client.query(
      `insert into user_events (organization_id, id, event_type, user_id, entity_id, entity_external_id, occurred_at, created_at)
       values ($1, gen_random_uuid(), 'LOGOUT', 'u', $2, $3, now(), now()) returning id`,
      [api.production.organizationId, entityId, externalId],
    );

  it('lets only one of several concurrent changes by the same former id succeed', async () => {
    for (const key of ['externalId', 'taxId'] as const) {
      const entity = await create({ taxId: '390.533.447-05' });
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => change({ [key]: entity[key], newExternalId: `${entity.externalId}-${n}` })),
      );
      const changed = answers.filter(({ status }) => status === 200);
      const last = (await api.call(`/entities/${entity.id}`)).body;
      if (key === 'externalId') {
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 404)]);
        expect(changed.map(({ body }) => body.entity)).toEqual([last]);
      } else expect(changed).toHaveLength(8);
      await api.call(`/entities/${entity.id}`, { method: 'PATCH', body: { taxId: null } });
    }
  });

  it('trims white space around external ids wherever they are sent', async () => {
    const entity = await create({ externalId: ' \t spaced ' });
    expect(entity.externalId).toBe('spaced');
    expect(
      (await api.call('/entities', { body: { type: 'person', name: 'B', countryCode: 'BR', externalId: 'spaced ' } }))
        .body,
    ).toMatchObject({ code: 'DUPLICATE_EXTERNAL_ID' });
    expect((await api.call('/entities/by-external-id/%20spaced')).body.id).toBe(entity.id);
    const payment = await pay({ originExternalId: ' spaced', linkEntityStrict: true });
    expect(await namesOf(payment)).toEqual(['spaced', null]);
    const relationships = [{ relatedExternalId: 'spaced ', relationshipType: 'owns' }];
    await create({ relationships });
    expect((await change({ externalId: ' spaced ', newExternalId: ' still spaced ' })).body.entity.externalId).toBe(
      'still spaced',
    );
    expect((await change({ entityId: entity.id, newExternalId: `${'n'.repeat(255)} ` })).status).toBe(200);
  });

  it('finds the entity by each of three lookups, trims the id, and returns the current entity', async () => {
    const entity = await create({ taxId: '123.456.789-09' });
    const lookups = [
      { entityId: entity.id },
      { externalId: 'r-1' },
      { taxId: '12345678909' },
      { taxId: '123.456.789/09' },
    ];
    for (const [n, lookup] of lookups.entries()) {
      const { status, body } = await change({ ...lookup, newExternalId: ` r-${n + 1} `, reason: `  ${reason} ` });
      expect([status, body.success, body.changed]).toEqual([200, true, true]);
      expect(body.entity).toMatchObject({ id: entity.id, externalId: `r-${n + 1}`, taxId: '123.456.789-09' });
      expect((await api.call(`/entities/by-external-id/r-${n + 1}`)).body).toEqual(body.entity);
      expect((await api.call(`/entities/by-external-id/r-${n}`)).status).toBe(404);
    }
  });

  it('changes and announces nothing when the new id equals the current one', async () => {
    const entity = await create();
    const { status, body } = await change({ entityId: entity.id, newExternalId: ` ${entity.externalId} ` });
    expect([status, body.success, body.changed, body.entity]).toEqual([200, true, false, entity]);
    expect(await eventsOf(entity.id)).toEqual([]);
    const { body: timeline } = await api.call(`/entities/${entity.id}/timeline?event=entity_external_id_changed`);
    expect(timeline.events).toEqual([]);
  });

  it('sets an external id on an entity that had none', async () => {
    const { id } = await create({ externalId: undefined });
    expect((await change({ entityId: id, newExternalId: 'first' })).body).toMatchObject({
      changed: true,
      entity: { externalId: 'first' },
    });
  });

  const eventsOf = async (entityId: string): Promise<Body[]> => {
    const { rows } = await api.pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = 'entity.external_id_changed' and payload ->> 'entityId' = $1`,
      [entityId],
    );
    return rows.map(({ payload }) => payload);
  };

  it('records the change and its reason in the timeline, and announces it', async () => {
    const { id, externalId } = await create();
    await change({ entityId: id, newExternalId: 'told' });
    expect(await eventsOf(id)).toEqual([{ entityId: id, previousExternalId: externalId, externalId: 'told', reason }]);
    const { body } = await api.call(`/entities/${id}/timeline?event=entity_external_id_changed`);
    expect(body.events).toMatchObject([
      {
        actor: { type: 'api_key' },
        changes: { externalId: { previous: externalId, current: 'told' } },
        context: { reason },
      },
    ]);
  });

  it('rewrites both sides of payments and user events, and nothing without the former id', async () => {
    const [one, other] = [await create(), await create()];
    const early = await pay({ originExternalId: 'comes-later', destinationExternalId: other.externalId });
    const late = await create({ externalId: 'comes-later' });
    const payments: [name: string, id: string, expected: unknown][] = [
      ['origin', await pay({ originExternalId: one.externalId }), ['one', null]],
      ['destination', await pay({ destinationExternalId: one.externalId }), [null, 'one']],
      ['both sides', await pay({ originExternalId: one.externalId, destinationExternalId: one.externalId }), ['one', 'one']],
      ['named by id alone', await pay({ originEntityId: one.id }), [null, null]],
      ['named by another name', await pay({ originEntityId: one.id, originExternalId: 'nick' }), ['nick', null]],
      ['beside another', await pay({ originExternalId: one.externalId, destinationExternalId: other.externalId }), ['one', other.externalId]],
      ['of another', await pay({ originExternalId: other.externalId }), [other.externalId, null]],
      ['before the entity was there', early, ['later', other.externalId]],
    ]; // prettier-ignore
    const events = [one.externalId, null].map((name) => insertEvent(api.pool, one.id, name));
    const ids = (await Promise.all(events)).map(({ rows }) => rows[0].id);
    const ofOther = (await insertEvent(api.pool, other.id, other.externalId)).rows;
    expect((await change({ entityId: one.id, newExternalId: 'one' })).status).toBe(200);
    expect((await change({ entityId: late.id, newExternalId: 'later' })).status).toBe(200);
    for (const [name, id, expected] of payments) expect([name, await namesOf(id)]).toEqual([name, expected]);
    const { rows } = await api.pool.query('select id, entity_external_id as name from user_events');
    const names = new Map(rows.map(({ id, name }: Body) => [id, name]));
    expect([...ids, ofOther[0].id].map((id) => names.get(id))).toEqual(['one', 'one', other.externalId]);
  });

  it('stores the current id when a payment sends the former one with its entity id', async () => {
    const { id, externalId } = await create();
    await change({ entityId: id, newExternalId: 'now' });
    const payment = await pay({ originEntityId: id, originExternalId: externalId });
    expect(await namesOf(payment)).toEqual(['now', null]);
    await change({ entityId: id, newExternalId: externalId });
    const back = await pay({ originEntityId: id, originExternalId: externalId, destinationEntityId: id, destinationExternalId: 'now' });
    expect([await namesOf(payment), await namesOf(back)]).toEqual([[externalId, null], [externalId, externalId]]);
  }); // prettier-ignore

  it('frees the former id, and that of a deleted entity', async () => {
    const { id, externalId } = await create();
    await change({ entityId: id, newExternalId: 'moved-on' });
    const second = await create({ externalId });
    await api.pool.query(`update entities set deleted_at = now(), status = 'deleted' where id = $1`, [id]);
    expect((await change({ entityId: second.id, newExternalId: 'moved-on' })).body.changed).toBe(true);
    expect(await change({ entityId: id, newExternalId: 'risen' })).toMatchObject({ status: 404 });
  });

  const lookups = 'exactly one';
  const refused: [name: string, body: object, status: number, code: string, detail: string | null][] = [
    ['no lookup', { newExternalId: 'n' }, 400, 'INVALID_LOOKUP', null],
    ['lookups that are null', { entityId: null, externalId: null, newExternalId: 'n' }, 400, 'INVALID_LOOKUP', null],
    [`two lookups (${lookups})`, { entityId: unknownId, externalId: 'x', newExternalId: 'n' }, 400, 'INVALID_LOOKUP', null],
    [`three (${lookups})`, { entityId: unknownId, externalId: 'x', taxId: '1', newExternalId: 'n' }, 400, 'INVALID_LOOKUP', null],
    ['an entityId that is no UUID', { entityId: 'x', newExternalId: 'n' }, 400, 'VALIDATION_ERROR', 'entityId'],
    ['no new id', { externalId: 'x' }, 400, 'VALIDATION_ERROR', 'newExternalId'],
    ['a blank new id', { externalId: 'x', newExternalId: ' \t' }, 400, 'VALIDATION_ERROR', 'newExternalId'],
    ['a new id of 256 characters', { externalId: 'x', newExternalId: 'n'.repeat(256) }, 400, 'VALIDATION_ERROR', 'newExternalId'],
    ['a number for the new id', { externalId: 'x', newExternalId: 7 }, 400, 'VALIDATION_ERROR', 'newExternalId'],
    ['no reason', { externalId: 'x', newExternalId: 'n', reason: null }, 400, 'VALIDATION_ERROR', 'reason'],
    ['a reason of 4 characters', { externalId: 'x', newExternalId: 'n', reason: '  four  ' }, 400, 'VALIDATION_ERROR', 'reason'],
    ['a reason of 4001 characters', { externalId: 'x', newExternalId: 'n', reason: 'r'.repeat(4001) }, 400, 'VALIDATION_ERROR', 'reason'],
    ['an unknown entity id', { entityId: unknownId, newExternalId: 'n' }, 404, 'NOT_FOUND', null],
    ['an unknown external id', { externalId: 'nobody', newExternalId: 'n' }, 404, 'NOT_FOUND', null],
    ['an unknown tax id', { taxId: '000.000', newExternalId: 'n' }, 404, 'NOT_FOUND', null],
    ['a tax id of punctuation alone', { taxId: '.-/', newExternalId: 'n' }, 404, 'NOT_FOUND', null],
  ]; // prettier-ignore
  it.each(refused)('rejects %s', async (_, body, status, code, detail) => {
    expect(await change(body)).toMatchObject({
      status,
      body: { error: expect.any(String), code, ...(detail && { details: { [detail]: expect.any(String) } }) },
    });
  });

  it.each(['r'.repeat(5), 'r'.repeat(4000)])('accepts a reason at its length limits', async (bound) => {
    const { id } = await create();
    expect((await change({ entityId: id, newExternalId: `b-${id}`, reason: ` ${bound}\n` })).status).toBe(200);
  });

  it('rejects an id of another entity, but accepts one of another organization', async () => {
    const [one, other] = [await create(), await create()];
    expect(await change({ entityId: one.id, newExternalId: other.externalId })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_EXTERNAL_ID', details: { newExternalId: expect.any(String) } },
    });
    const key = api.stranger.key;
    const body = { type: 'person', name: 'B', countryCode: 'BR', externalId: 'theirs' };
    const theirs = await api.call('/entities', { body, key });
    expect(await change({ entityId: theirs.body.entity.id, newExternalId: 'n' })).toMatchObject({ status: 404 });
    expect((await change({ entityId: one.id, newExternalId: 'theirs' })).status).toBe(200);
    expect((await change({ externalId: 'theirs', newExternalId: 'still-theirs' }, { key })).body.entity.id).toBe(
      theirs.body.entity.id,
    );
  });

  it('rejects a tax id that several entities have', async () => {
    const [one, other] = [await create(), await create()];
    await api.pool.query('drop index entities_normalized_tax_id');
    await api.pool.query(`update entities set tax_id = '5.5', normalized_tax_id = '55' where id = any($1)`, [
      [one.id, other.id],
    ]);
    expect(await change({ taxId: '5-5', newExternalId: 'n' })).toMatchObject({
      status: 409,
      body: { code: 'AMBIGUOUS_TAX_ID_LOOKUP' },
    });
  });

  it('waits for a payment being stored, and rewrites it', async () => {
    const { id, externalId } = await create();
    const payment = await pay({ destinationExternalId: externalId });
    let changing: Promise<TestResponse> | undefined;
    const copy = await database.transaction(api.production.organizationId, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `insert into transactions (organization_id, id, external_id, type, status, reason, amount, currency, origin_entity_id,
           origin_external_id, metadata, status_history, transacted_at, created_at, updated_at)
         select organization_id, gen_random_uuid(), 'open', type, status, reason, amount, currency, destination_entity_id,
           destination_external_id, metadata, status_history, '2000-01-01Z', created_at, updated_at
         from transactions where id = $1 returning id`,
        [payment],
      );
      await insertEvent(client, id, externalId);
      changing = change({ entityId: id, newExternalId: 'settled' });
      await waiting();
      return rows[0]!.id;
    });
    expect((await changing)!.status).toBe(200);
    expect([await namesOf(payment), await namesOf(copy)]).toEqual([[null, 'settled'], ['settled', null]]);
    const { rows } = await api.pool.query('select entity_external_id as name from user_events where entity_id = $1', [id]);
    expect(rows).toEqual([{ name: 'settled' }]);
  }); // prettier-ignore

  /** Waits until some transaction waits for an advisory lock. */
  const waiting = async (): Promise<void> => {
    for (;;) {
      const { rows } = await api.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`,
      );
      if (rows[0]!.n > 0) return;
    }
  };

  it('leaves no payment with a former id, however many arrive during the change', async () => {
    const { id, externalId } = await create();
    let names = [externalId];
    const payments: Promise<string>[] = [];
    for (let round = 0; round < 10; round += 1) {
      const next = `busy-${round}`;
      const all = Array.from({ length: 10 }, (_, n) =>
        pay(n % 2 ? { originEntityId: id, originExternalId: names.at(-1) } : { destinationEntityId: id, destinationExternalId: names.at(-1) }),
      ); // prettier-ignore
      payments.push(...all);
      expect((await change({ entityId: id, newExternalId: next })).status).toBe(200);
      names = [...names, next];
    }
    const ids = await Promise.all(payments);
    const { rows } = await api.pool.query<{ name: string; n: number }>(
      `select coalesce(origin_external_id, destination_external_id) as name, count(*)::int as n
       from transactions where id = any($1) group by 1`,
      [ids],
    );
    expect(rows).toEqual([{ name: names.at(-1), n: ids.length }]);
  });

  it('promise 22: 100 changes to one name have one winner', async () => {
    const rounds = Number(process.env['ROUNDS'] ?? 3);
    let violations = 0;
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1) ids.push((await create({ externalId: undefined })).id);
    for (let round = 0; round < rounds; round += 1) {
      const newExternalId = `contested-${round}`;
      const answers = await Promise.all(ids.map((entityId) => change({ entityId, newExternalId })));
      const won = answers.filter(({ status, body }) => status === 200 && body.changed);
      const lost = answers.filter(({ status, body }) => status === 409 && body.code === 'DUPLICATE_EXTERNAL_ID');
      const holder = await api.call(`/entities/by-external-id/${newExternalId}`);
      if (won.length !== 1 || lost.length !== ids.length - 1 || won[0]!.body.entity.id !== holder.body.id) violations += 1;
    }
    reportPromise(22, {
      figure: `${violations} violations in ${rounds} rounds of 100 changes to one external id`,
      target: 'exactly 1 winner',
      holds: violations === 0,
    });
    expect(violations).toBe(0);
  }); // prettier-ignore

  it('promise 22: changes of one entity at once leave it with one of the ids, and its references with the same', async () => {
    const { id, externalId } = await create();
    const payment = await pay({ originExternalId: externalId });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => change({ entityId: id, newExternalId: `own-${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const last = (await api.call(`/entities/${id}`)).body.externalId;
    expect([await namesOf(payment), (await eventsOf(id)).length]).toEqual([[last, null], 20]);
  });
});
