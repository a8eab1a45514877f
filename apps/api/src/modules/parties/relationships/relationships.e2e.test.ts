import { waitUntilFound } from '../../../../test/support/wait-until.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const nobody = '00000000-0000-7000-8000-0000000000f2';

describe('platform 2.6, 4.4: relationships', () => {
  let api: TestApi;
  let owner: Body;
  let foreign: Body;
  beforeAll(async () => {
    api = await startTestApi();
    owner = (await create({ externalId: 'owner', taxId: '16.727.230/0001-97' })).body.entity;
    foreign = (await create({ externalId: 'foreign', taxId: '11.444.777/0001-61' }, api.stranger.key)).body.entity;
  });
  afterAll(() => api?.stop());

  const create = (more: object, key = api.production.key) =>
    api.call('/entities', { body: { type: 'company', name: 'Acme', countryCode: 'BR', ...more }, key });
  const list = async (id: string, query = '') => (await api.call(`/entities/${id}/relationships${query}`)).body;
  const count = async (table: string) =>
    (await api.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;

  const counterparts: [string, () => object][] = [
    ['entity id', () => ({ relatedEntityId: owner.id.toUpperCase() })],
    ['tax id in another spelling', () => ({ relatedTaxId: '16727230000197' })],
    ['external id', () => ({ relatedExternalId: 'owner' })],
  ];
  it.each(counterparts)(
    '2.6, 4.4: relates a new entity to one identified by its %s, and shows both ends',
    async (_, named) => {
      const declared = {
        ...named(),
        relationshipType: 'belongs_to',
        role: 'shareholder',
        strength: 0.25,
        metadata: { since: 2020, shares: { a: [1.5] } },
      };
      const { status, body } = await create({ relationships: [declared] });
      expect([status, body.success]).toEqual([201, true]);
      const { id } = body.entity;
      const seen = {
        sourceEntityId: id,
        targetEntityId: owner.id,
        relationshipType: 'belongs_to',
        role: 'shareholder',
        strength: 0.25,
        metadata: { since: 2020, shares: { a: [1.5] } },
        active: true,
        deletedAt: null,
      };
      const own = await list(id);
      expect(own).toMatchObject({
        success: true,
        relationships: [
          { ...seen, direction: 'outgoing', related: { id: owner.id, externalId: 'owner', type: 'company' } },
        ],
        pagination: { total: 1 },
      });
      const others = await list(owner.id, '?direction=incoming&role=shareholder&relationshipType=belongs_to&limit=1');
      expect(others.relationships[0]).toMatchObject({
        ...seen,
        id: own.relationships[0].id,
        direction: 'incoming',
        related: { id, name: 'Acme', status: 'under_review', riskScore: expect.any(Number) },
      });
      expect((await list(owner.id, '?direction=outgoing')).relationships).toEqual([]);
      const trail = await api.call(`/entities/${id}/timeline?event=relationship_created`);
      expect(trail.body.events).toMatchObject([
        { changes: { targetEntityId: { current: owner.id } }, relatedIds: { relationshipId: own.relationships[0].id } },
      ]);
    },
  );

  it('makes the new entity the target when the declaration says so', async () => {
    const declared = { relatedExternalId: 'owner', relationshipType: 'owns', asSource: false };
    const { body } = await create({ relationships: [declared] });
    expect((await list(body.entity.id)).relationships).toMatchObject([
      {
        sourceEntityId: owner.id,
        targetEntityId: body.entity.id,
        direction: 'incoming',
        role: null,
        strength: null,
        metadata: {},
      },
    ]);
  });

  const missing: [string, () => object][] = [
    ['an unknown entity id', () => ({ relatedEntityId: nobody })],
    ['an unknown tax id', () => ({ relatedTaxId: '999' })],
    ['an unknown external id', () => ({ relatedExternalId: 'nobody' })],
    ['the entity id of another organization', () => ({ relatedEntityId: foreign.id })],
    ['the tax id of another organization', () => ({ relatedTaxId: '11444777000161' })],
    ['the external id of another organization', () => ({ relatedExternalId: 'foreign' })],
    ['its own external id', () => ({ relatedExternalId: 'new one' })],
  ];
  it.each(missing)('4.4: creates nothing for %s, and names the relationship', async (_, named) => {
    const before = [await count('entities'), await count('relationships'), await count('audit_events')];
    const relationships = [
      { relatedExternalId: 'owner', relationshipType: 'uses' },
      { ...named(), relationshipType: 'owns' },
    ];
    const { status, body } = await create({ externalId: 'new one', relationships });
    expect([status, body.code, body.details]).toEqual([
      422,
      'RELATED_ENTITY_NOT_FOUND',
      { 'relationships[1]': 'is not an entity of this organization' },
    ]);
    expect([await count('entities'), await count('relationships'), await count('audit_events')]).toEqual(before);
  });

  const related = { relatedExternalId: 'owner', relationshipType: 'owns' };
  const invalid: [string, unknown, string][] = [
    ['eleven of them', new Array(11).fill(related), 'relationships'],
    ['no list', related, 'relationships'],
    ['no counterpart', [{ relationshipType: 'owns' }], 'relationships[0]'],
    ['two names of the counterpart', [related, { ...related, relatedTaxId: '1' }], 'relationships[1]'],
    ['no type', [{ relatedExternalId: 'owner' }], 'relationships[0].relationshipType'],
    ['an unknown type', [{ ...related, relationshipType: 'likes' }], 'relationships[0].relationshipType'],
    ['an id that is none', [{ relatedEntityId: '7', relationshipType: 'owns' }], 'relationships[0].relatedEntityId'],
    ['a strength above 1', [{ ...related, strength: 1.01 }], 'relationships[0].strength'],
    ['metadata that is not an object', [{ ...related, metadata: 'x' }], 'relationships[0].metadata'],
    ['the same twice', [related, { relatedTaxId: '16727230000197', relationshipType: 'owns' }], 'relationships[1]'],
  ];
  it.each(invalid)('8: rejects %s with the path of the invalid field', async (_, relationships, path) => {
    const before = await count('entities');
    const { status, body } = await create({ relationships });
    expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', [path]]);
    expect(await count('entities')).toBe(before);
  });

  it('accepts ten relationships', async () => {
    const roles = Array.from({ length: 10 }, (_, n) => ({ ...related, role: `role ${n}` }));
    const { body } = await create({ relationships: roles });
    expect((await list(body.entity.id)).relationships).toHaveLength(10);
    expect((await list(body.entity.id, '?limit=4&offset=8')).pagination).toMatchObject({ total: 10, hasMore: false });
  });

  it('deletes a relationship once and keeps it readable', async () => {
    const { body } = await create({ relationships: [related] });
    const { id } = body.entity;
    const [{ id: relationshipId }] = (await list(id)).relationships;
    const path = `/relationships/${relationshipId}`;
    const deleted = await api.call(path, { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 200, body: { success: true, id: relationshipId } });
    expect(await api.call(path, { method: 'DELETE' })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await list(id)).relationships).toEqual([]);
    expect((await list(id, '?includeDeleted=true')).relationships).toMatchObject([
      { id: relationshipId, active: false, deletedAt: deleted.body.deletedAt },
    ]);
    const { events } = (await api.call(`/entities/${id}/timeline?event=relationship_deleted`)).body;
    expect(events).toMatchObject([{ changes: { relationshipType: { previous: 'owns', current: null } } }]);
  });

  it('answers 404 for an entity of another organization as for a nonexistent one', async () => {
    for (const id of [foreign.id, nobody]) {
      expect(await api.call(`/entities/${id}/relationships`)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    }
  });

  it('rejects an entity deleted while the relationship is stored, as when a sandbox is cleared', async () => {
    const { id } = (await create({ externalId: 'goes' })).body.entity;
    const clearing = await api.pool.connect();
    try {
      await clearing.query('begin');
      await clearing.query('delete from entities where id = $1', [id]);
      const relating = create({ relationships: [{ relatedEntityId: id, relationshipType: 'owns' }] });
      await waitUntilFound(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return (await clearing.query(waiting)).rows;
      });
      await clearing.query('commit');
      expect(await relating).toMatchObject({ status: 422, body: { code: 'RELATED_ENTITY_NOT_FOUND' } });
    } finally {
      clearing.release();
    }
  });
});
