import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const nobody = '00000000-0000-7000-8000-0000000000f2';

describe('relationships of a stored entity', () => {
  const api = useTestApi();
  const company = async (externalId: string, key = api().production.key): Promise<Body> => {
    const body = { type: 'company', name: externalId, countryCode: 'BR', externalId };
    return (await api().call('/entities', { body, key })).body.entity;
  };
  const relate = (id: string, body: object) => api().call(`/entities/${id}/relationships`, { body });
  const change = (id: string, body: object) => api().call(`/relationships/${id}`, { method: 'PATCH', body });
  const list = async (id: string, query = '') =>
    (await api().call(`/entities/${id}/relationships${query}`)).body.relationships as Body[];
  const trail = async (id: string, event: string) =>
    (await api().call(`/entities/${id}/timeline?event=${event}`)).body.events as Body[];

  it('adds a relationship with the other end identified in one way, and announces it to both', async () => {
    const [owner, owned] = [await company('adds-owner'), await company('adds-owned')];
    const added = await relate(owned.id, {
      relatedExternalId: 'adds-owner',
      relationshipType: 'owns',
      role: 'shareholder',
      strength: 0.25,
      metadata: { since: 2020 },
      asSource: false,
    });
    expect(added).toMatchObject({
      status: 201,
      body: {
        success: true,
        relationship: {
          sourceEntityId: owner.id,
          targetEntityId: owned.id,
          direction: 'incoming',
          strength: 0.25,
          versionOf: null,
          related: { id: owner.id, externalId: 'adds-owner' },
        },
      },
    });
    expect(await list(owner.id)).toMatchObject([{ id: added.body.relationship.id, direction: 'outgoing' }]);
    expect(await trail(owned.id, 'relationship_created')).toMatchObject([
      { relatedIds: { relationshipId: added.body.relationship.id } },
    ]);
  });

  it('changes a relationship and keeps its earlier versions', async () => {
    const [owner, owned] = [await company('changes-owner'), await company('changes-owned')];
    const { relationship } = (
      await relate(owner.id, {
        relatedEntityId: owned.id,
        relationshipType: 'owns',
        strength: 0.25,
        metadata: { a: 1 },
      })
    ).body;
    const changed = await change(relationship.id, { strength: 0.4, role: 'founder' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        changed: true,
        relationship: { id: relationship.id, strength: 0.4, role: 'founder', metadata: { a: 1 }, active: true },
      },
    });
    const { id, updatedAt } = changed.body.relationship;
    expect((await list(owner.id)).map((each) => each.id)).toEqual([id]);
    expect(await list(owner.id, '?includeDeleted=true')).toMatchObject([
      {
        versionOf: id,
        strength: 0.25,
        role: null,
        active: false,
        createdAt: relationship.createdAt,
        deletedAt: updatedAt,
      },
      { id, versionOf: null, strength: 0.4, createdAt: relationship.createdAt },
    ]);
    expect(await trail(owner.id, 'relationship_changed')).toMatchObject([
      {
        changes: { strength: { previous: 0.25, current: 0.4 }, role: { previous: null, current: 'founder' } },
        relatedIds: { relationshipId: id },
      },
    ]);
    // Sending the current values changes nothing.
    expect((await change(id, { strength: 0.4, metadata: { a: 1 } })).body).toMatchObject({
      changed: false,
      relationship: { id },
    });
    expect((await change(id, { role: null, strength: null })).body.relationship).toMatchObject({
      role: null,
      strength: null,
    });
  });

  it('keeps its metadata when null is sent, which is not an object', async () => {
    const [owner, owned] = [await company('null-owner'), await company('null-owned')];
    const declared = { relatedEntityId: owned.id, relationshipType: 'owns', metadata: { a: 1 } };
    const { id } = (await relate(owner.id, declared)).body.relationship;
    expect(await change(id, { metadata: null })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect((await change(id, { metadata: null, strength: 0.5 })).body.details).toHaveProperty('metadata');
    const { relationship } = (await change(id, { strength: 0.5 })).body;
    expect(relationship).toMatchObject({ strength: 0.5, metadata: { a: 1 } });
  });

  it('stores every concurrent change as a version, one valid at a time', async () => {
    const [owner, owned] = [await company('once-owner'), await company('once-owned')];
    const declared = { relatedEntityId: owned.id, relationshipType: 'owns', strength: 0.01 };
    const { id } = (await relate(owner.id, declared)).body.relationship;
    const strengths = Array.from({ length: 12 }, (_, n) => (n + 2) / 100);
    await Promise.all(strengths.map((strength) => change(id, { strength })));
    const { versions } = (await api().call(`/relationships/${id}/versions`)).body;
    expect(versions.map((each: Body) => each.strength as number).sort()).toEqual([0.01, ...strengths]);
    const [current, ...before] = versions as Body[];
    expect(current).toMatchObject({ id, active: true });
    const spans = before.map(({ createdAt, deletedAt }) => [createdAt, deletedAt]).reverse();
    const begins = [...spans.map(([from]) => from), current!.updatedAt];
    expect(spans.map(([, to]) => to)).toEqual(begins.slice(1));
    expect(new Set(begins).size).toBe(begins.length);
  });

  it('lists by state, as of a given time, and with all versions of one', async () => {
    const [owner, owned, other] = [
      await company('listed-owner'),
      await company('listed-owned'),
      await company('listed-other'),
    ];
    const made = (await relate(owner.id, { relatedEntityId: owned.id, relationshipType: 'owns', strength: 0.1 })).body;
    const gone = (await relate(owner.id, { relatedEntityId: other.id, relationshipType: 'uses' })).body;
    const before = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { id } = made.relationship;
    await change(id, { strength: 0.2 });
    await change(id, { strength: 0.3 });
    await api().call(`/relationships/${gone.relationship.id}`, { method: 'DELETE' });
    const shown = (rows: readonly Body[]) => rows.map((row) => [row.relationshipType, row.strength] as const).sort();
    expect(shown(await list(owner.id))).toEqual([['owns', 0.3]]);
    expect(shown(await list(owner.id, `?asOf=${before}`))).toEqual([
      ['owns', 0.1],
      ['uses', null],
    ]);
    expect(shown(await list(owner.id, '?state=ended'))).toEqual([
      ['owns', 0.1],
      ['owns', 0.2],
      ['uses', null],
    ]);
    expect(await list(owner.id, '?state=all&limit=2')).toHaveLength(2);
    const both = await api().call(`/entities/${owner.id}/relationships?state=all&asOf=${before}`);
    expect(both).toMatchObject({ status: 400, body: { details: { asOf: expect.any(String) } } });

    const versions = await api().call(`/relationships/${id}/versions`);
    expect(versions.body.versions).toMatchObject([
      { id, strength: 0.3, versionOf: null, active: true },
      { strength: 0.2, versionOf: id, active: false },
      { strength: 0.1, versionOf: id, active: false },
    ]);
    const page = await api().call(`/relationships/${id}/versions?limit=2`);
    expect(page.body.pagination).toMatchObject({ total: 3, hasMore: true });
    const rest = await api().call(`/relationships/${id}/versions?limit=2&cursor=${page.body.pagination.nextCursor}`);
    expect(rest.body.versions).toMatchObject([{ strength: 0.1 }]);
    for (const unknown of [nobody, versions.body.versions[1].id])
      expect((await api().call(`/relationships/${unknown}/versions`)).status).toBe(404);
  });

  it('exists once for the same type and role, also with ten concurrent requests', async () => {
    const [owner, owned] = [await company('twice-owner'), await company('twice-owned')];
    const body = { relatedEntityId: owned.id, relationshipType: 'manages', role: 'director' };
    const added = await Promise.all(Array.from({ length: 10 }, () => relate(owner.id, body)));
    const [winner, ...others] = added.toSorted((a, b) => a.status - b.status);
    expect(winner!.status).toBe(201);
    for (const other of others)
      expect(other).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE_RELATIONSHIP', details: { relationshipId: winner!.body.relationship.id } },
      });
    const { relationship } = (await relate(owner.id, { ...body, role: 'auditor' })).body;
    expect(await change(relationship.id, { role: 'director' })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_RELATIONSHIP' },
    });
    expect((await list(owner.id)).map(({ role }) => role as string).sort()).toEqual(['auditor', 'director']);
  });

  it('applies concurrent changes one after another, and keeps each', async () => {
    const [owner, owned] = [await company('race-owner'), await company('race-owned')];
    const { relationship } = (await relate(owner.id, { relatedEntityId: owned.id, relationshipType: 'owns' })).body;
    const changes = await Promise.all([0.1, 0.2, 0.3].map((strength) => change(relationship.id, { strength })));
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);
    const all = await list(owner.id, '?includeDeleted=true');
    expect(all.filter(({ active }) => active)).toHaveLength(1);
    expect(all.map(({ strength }) => strength as number | null).sort()).toEqual([0.1, 0.2, 0.3, null]);
  });

  it.each<[string, (own: Body, other: Body) => object, number, object]>([
    [
      'nobody',
      () => ({ relatedEntityId: nobody, relationshipType: 'owns' }),
      422,
      { code: 'RELATED_ENTITY_NOT_FOUND' },
    ],
    [
      'an entity of another organization',
      (_own, other) => ({ relatedEntityId: other.id, relationshipType: 'owns' }),
      422,
      { details: { relatedEntity: 'is not an entity of this organization' } },
    ],
    [
      'itself',
      (own) => ({ relatedEntityId: own.id, relationshipType: 'owns' }),
      400,
      { details: { relatedEntity: 'is the entity itself' } },
    ],
    ['no other end', () => ({ relationshipType: 'owns' }), 400, { code: 'VALIDATION_ERROR' }],
    [
      'two other ends',
      (own) => ({ relatedEntityId: own.id, relatedTaxId: '1', relationshipType: 'owns' }),
      400,
      { code: 'VALIDATION_ERROR' },
    ],
    ['a type that is none', (own) => ({ relatedEntityId: own.id, relationshipType: 'likes' }), 400, {}],
    ['a share above 1', (own) => ({ relatedEntityId: own.id, relationshipType: 'owns', strength: 1.1 }), 400, {}],
  ])('rejects %s', async (_title, bodyOf, status, body) => {
    const own = await company(`refuses-${_title}`);
    const other = await company(`foreign-${_title}`, api().stranger.key);
    expect(await relate(own.id, bodyOf(own, other))).toMatchObject({ status, body });
    expect(await list(own.id)).toEqual([]);
  });

  it('requires an existing entity: a deleted one accepts none', async () => {
    const [gone, owned] = [await company('gone'), await company('gone-owned')];
    await api().call(`/entities/${gone.id}`, { method: 'DELETE' });
    const body = { relatedEntityId: owned.id, relationshipType: 'owns' };
    for (const id of [gone.id, nobody]) expect((await relate(id, body)).status).toBe(404);
    expect((await relate(owned.id, { relatedEntityId: gone.id, relationshipType: 'owns' })).status).toBe(422);
    expect((await change(nobody, {})).body.code).toBe('NO_CHANGES');
  });
});
