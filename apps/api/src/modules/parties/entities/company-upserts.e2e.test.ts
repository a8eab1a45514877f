import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const company = (name: string, more: object = {}): object => ({ type: 'company', name, countryCode: 'BR', ...more });

describe('platform 4.8: PUT /entities/upsert', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const upsert = (entity: object, options: object = {}, key?: string): Promise<TestResponse> =>
    api.call('/entities/upsert', { method: 'PUT', body: { entity, options }, ...(key !== undefined && { key }) });

  const stored = async (entity: object): Promise<Body> => {
    const created = await api.call('/entities', { body: entity });
    if (created.status !== 201) throw new Error(created.text);
    return created.body.entity;
  };

  const companiesNamed = async (pattern: string): Promise<number> => {
    const { rows } = await api.pool.query<{ n: number }>(
      'select count(*)::int as n from entities where name ilike $1 and deleted_at is null',
      [pattern],
    );
    return rows[0]!.n;
  };

  it('creates a company that does not exist, like POST /entities', async () => {
    const attributes = '{"z":1e2,"a":[1.0]}';
    const sent = `{"entity":{"type":"company","name":"Vidraria Aurora","countryCode":"br","externalId":"aurora","attributes":${attributes}}}`;
    const answer = await api.call('/entities/upsert', { method: 'PUT', body: sent });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        action: 'created',
        previousEntity: null,
        confidence: 1,
        reasoning: expect.stringContaining('no similar company was found'),
        conflicts: [],
        entity: { type: 'company', countryCode: 'BR', status: 'under_review', externalId: 'aurora' },
      },
    });
    expect(answer.text).toContain(`"attributes":${attributes}`);
    expect((await api.call('/entities/by-external-id/aurora')).body.id).toBe(answer.body.entity.id);
  });

  it.each<[string, string, object, string]>([
    ['exact_match', 'an external id in other capitals', { name: 'X', externalId: 'PADARIA-1' }, 'same external id'],
    ['exact_match', 'a tax id in other spelling', { name: 'X', taxId: '11222333000181' }, 'same tax id'],
    ['fuzzy_match', 'a name in another spelling', { name: 'PADARIA BELA VISTA LTDA.' }, 'names are 100 % similar'],
    ['ai_similarity', 'a name near by a text model', { name: 'Padaria Bela Vista' }, 'local character n-gram TF-IDF'],
    ['hybrid', 'a name where no identifier helps', { name: 'Padaria Belavista' }, 'names are'],
  ])('%s finds %s', async (deduplicationStrategy, _, sent, reasoning) => {
    const { body: known } = await upsert(
      company('Padaria Bela Vista Ltda', { externalId: 'padaria-1', taxId: '11.222.333/0001-81' }),
      { conflictResolution: 'target_wins' },
    );
    const { body } = await upsert(company('', sent), { deduplicationStrategy, conflictResolution: 'target_wins' });
    expect(body).toMatchObject({ action: 'updated', reasoning: expect.stringContaining(reasoning) });
    expect(body.entity.id).toBe(known.entity.id);
    expect(body.previousEntity.id).toBe(known.entity.id);
    expect(body.confidence).toBeGreaterThanOrEqual(0.8);
    expect(body.confidence).toBeLessThanOrEqual(1);
  });

  it.each<[string, object]>([
    ['exact_match', { name: 'Serralheria Monte Verde Ltda' }],
    ['fuzzy_match', { name: 'Serralheria Monte Claro Ltda' }],
    ['ai_similarity', { name: 'Gráfica Rio Branco' }],
    ['hybrid', { name: 'Serralheria Monte Verde Ltda', taxId: '11.444.777/0001-61' }],
  ])('%s creates another company when none is close enough', async (deduplicationStrategy, sent) => {
    const known = await stored(company('Serralheria Monte Verde Ltda', { taxId: '19.131.243/0001-97' }));
    const { body } = await upsert(company('', sent), { deduplicationStrategy });
    expect(body).toMatchObject({ action: 'created', previousEntity: null });
    expect(body.entity.id).not.toBe(known.id);
    expect(body.confidence).toBeLessThanOrEqual(1);
    for (const { id } of [known, body.entity]) await api.call(`/entities/${id}`, { method: 'DELETE' });
  });

  const before = {
    attributes: { segment: 'retail', tags: ['a'] },
    entityData: { company: { industry: 'food', employeeCount: 3 } },
  };
  const sent = {
    email: 'new@example.com',
    isClient: true,
    attributes: { segment: 'wholesale', tags: ['b'], region: 'south' },
    entityData: { company: { industry: 'drinks', website: 'https://example.com' } },
  };
  const filled = { email: 'new@example.com', region: 'south', website: 'https://example.com' };
  const old = { segment: 'retail', tags: ['a'], industry: 'food', isClient: false };
  const now = { segment: 'wholesale', tags: ['b'], industry: 'drinks', isClient: true };
  const nothing = { email: null, region: undefined, website: undefined };

  it.each<[string, object, object]>([
    ['source_wins', { ...now, ...filled }, { 'attributes.tags': 'source_wins', isClient: 'source_wins' }],
    ['target_wins', { ...old, ...filled }, { 'attributes.tags': 'target_wins', isClient: 'target_wins' }],
    ['manual_review', { ...old, ...nothing }, { 'attributes.tags': 'manual_review', isClient: 'manual_review' }],
    ['smart_merge', { ...now, tags: ['a', 'b'], ...filled }, { 'attributes.tags': 'merged', isClient: 'merged' }],
  ])('%s resolves conflicts as documented', async (conflictResolution, expected, resolutions) => {
    const externalId = `resolved-${conflictResolution}`;
    const known = await stored(company(`Oficina ${conflictResolution}`, { externalId, ...before }));
    const { body, status } = await upsert(company(`Oficina ${conflictResolution}`, { externalId, ...sent }), {
      conflictResolution,
    });
    expect(status).toBe(200);
    expect(body.previousEntity).toEqual(known);
    const { entity } = body;
    const { email, isClient, attributes, entityData } = entity;
    const { segment, tags, region } = attributes;
    const { industry, website, employeeCount } = entityData.company;
    expect({ email, isClient, segment, tags, region, industry, website }).toEqual(expected);
    expect(employeeCount).toBe(3);
    const answered = body.conflicts.map(({ field, resolution }: Body) => [field, resolution]);
    expect(Object.fromEntries(answered)).toMatchObject(resolutions);
    expect(answered.map(([field]: Body) => field).sort()).toEqual([
      'attributes.segment',
      'attributes.tags',
      'entityData.company.industry',
      'isClient',
    ]);
    expect((await api.call(`/entities/${known.id}`)).body).toEqual(entity);
  });

  it('sets an external id on a company without one, and never removes one', async () => {
    const known = await stored(company('Marmoraria Serrana', { taxId: '33.000.167/0001-01' }));
    const named = await upsert(company('Marmoraria Serrana', { externalId: 'serrana' }));
    expect(named.body).toMatchObject({ action: 'updated', entity: { id: known.id, externalId: 'serrana' } });
    expect(
      (await upsert(company('Z', { externalId: 'SERRANA' }), { conflictResolution: 'manual_review' })).body,
    ).toMatchObject({
      entity: { id: known.id },
      confidence: 0.95,
    });
  });

  it('creates declared relationships that do not exist, unless told not to', async () => {
    const owner = await stored({ type: 'person', name: 'Rui Teles', countryCode: 'BR', externalId: 'rui' });
    const relationships = [{ relatedExternalId: 'rui', relationshipType: 'owns', asSource: false }];
    const entity = company('Estaleiro Boa Vista', { externalId: 'estaleiro', relationships });
    const related = async (id: string): Promise<readonly string[]> => {
      const { body } = await api.call(`/entities/${id}/relationships`);
      return body.relationships.map(({ related: other }: Body) => other.id);
    };
    const { body: created } = await upsert(entity, { createRelationships: false });
    expect(await related(created.entity.id)).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      expect((await upsert(entity)).status).toBe(200);
      expect(await related(created.entity.id)).toEqual([owner.id]);
    }
    const unknown = [{ relatedExternalId: 'nobody', relationshipType: 'owns' }];
    const itself = [{ relatedExternalId: 'estaleiro', relationshipType: 'owns' }];
    const sentWith = (more: object): Promise<TestResponse> =>
      upsert(company('Estaleiro Boa Vista', { externalId: 'estaleiro', isClient: true, ...more }));
    expect(await sentWith({ relationships: unknown })).toMatchObject({
      status: 422,
      body: { code: 'RELATED_ENTITY_NOT_FOUND' },
    });
    expect((await sentWith({ relationships: itself })).status).toBe(400);
    expect((await api.call('/entities/by-external-id/estaleiro')).body.isClient).toBe(false);
  });

  it('records every action in the audit log and announces it, but a review only in the audit log', async () => {
    const { body: created } = await upsert(company('Livraria Cometa', { externalId: 'cometa' }));
    const { id } = created.entity;
    await upsert(company('Livraria Cometa', { externalId: 'cometa', isClient: true }), {
      conflictResolution: 'source_wins',
    });
    await upsert(company('Livraria Estrela', { externalId: 'cometa' }), { conflictResolution: 'manual_review' });
    await upsert(company('Livraria Cometa', { externalId: 'cometa' }));
    const { rows: entries } = await api.pool.query(
      `select content::jsonb ->> 'event' as event from audit_events where content::jsonb ->> 'resourceId' = $1 order by sequence`,
      [id],
    );
    expect(entries.map(({ event }) => event)).toEqual(['entity_created', 'entity_updated', 'entity_duplicate_flagged']);
    const { rows: events } = await api.pool.query(
      `select event from outbox_events where payload::jsonb -> 'entity' ->> 'id' = $1 order by id`,
      [id],
    );
    expect(events.map(({ event }) => event)).toEqual(['entity.created', 'entity.updated']);
  });

  it('records no account number of a company to be reviewed', async () => {
    const secrets = { accountNumber: '778812345690', iban: 'GB33BUKB20201555555555' };
    const external = { externalId: 'secrets' };
    const { id } = await stored(
      company('Cofre', { ...external, attributes: secrets, entityData: { company: secrets } }),
    );
    const others = { accountNumber: '990012345600', iban: 'DE75512108001245126199' };
    await upsert(company('Cofre', { ...external, attributes: others, entityData: { company: others } }), {
      conflictResolution: 'manual_review',
    });
    const { rows } = await api.pool.query(
      `select content::jsonb -> 'changes' as changes from audit_events
       where event = 'entity_duplicate_flagged' and resource_id = $1`,
      [id],
    );
    const redacted = { previous: '[redacted]', current: '[redacted]' };
    expect(rows.map(({ changes }) => changes)).toEqual([
      {
        'attributes.accountNumber': redacted,
        'attributes.iban': redacted,
        'entityData.company.accountNumber': redacted,
        'entityData.company.iban': redacted,
      },
    ]);
  });

  it.each<[string, object, object, string]>([
    ['a person', company('A', { type: 'person' }), {}, 'entity.type'],
    ['no name', { type: 'company', countryCode: 'BR' }, {}, 'entity.name'],
    ['a tax id that is none in its country', company('A', { taxId: '11.222.333/0001-82' }), {}, 'entity.taxId'],
    ['a name of spaces', company('  '), {}, 'entity.name'],
    [
      'text for a member that is an object',
      company('A', { entityData: { company: 'x' } }),
      {},
      'entity.entityData.company',
    ],
    [
      'a counterpart that is not named',
      company('A', { relationships: [{ relationshipType: 'owns' }] }),
      {},
      'entity.relationships[0]',
    ],
    ['an unknown resolution', company('A'), { conflictResolution: 'coin' }, 'options.conflictResolution'],
    ['an unknown strategy', company('A'), { deduplicationStrategy: 'luck' }, 'options.deduplicationStrategy'],
  ])('rejects %s with 400', async (_, entity, options, field) => {
    const answer = await upsert(entity, options);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(Object.keys(answer.body.details)).toEqual([field]);
  });

  it('ignores unknown members at the root, in the entity and in the options', async () => {
    const entity = company('Casa Xavante', { autoExecuteIntegrations: { enrichments: [] }, colour: 'red' });
    const body = { entity, options: { depth: 3 }, dryRun: true };
    expect(await api.call('/entities/upsert', { method: 'PUT', body })).toMatchObject({
      status: 200,
      body: { notices: [{ code: 'NOT_AVAILABLE', field: 'autoExecuteIntegrations' }] },
    });
  });

  it('stores manually set risk, and merges it with existing risk', async () => {
    const name = 'Serraria Manual';
    const byHand = (reasons: string[], more: object = {}) => company(name, { riskFactors: { reasons, ...more } });
    await stored(company(name));
    const filled = await upsert(byHand(['a'], { customLabel: { name: 'Watch' } }));
    expect(filled.body.entity.manualRisk).toEqual({ reasons: ['a'], customLabel: { name: 'Watch' } });
    const { body } = await upsert(byHand(['b']));
    expect(body.entity.manualRisk).toEqual({ reasons: ['a', 'b'], customLabel: { name: 'Watch' } });
    expect(body.conflicts).toMatchObject([{ field: 'manualRisk', resolution: 'merged' }]);
  });

  it('does not merge lists into one longer than an entity may have', async () => {
    const name = 'Serraria Longa';
    const factors = (first: number) =>
      Array.from({ length: 60 }, (_, n) => ({ factor: `f${first + n}`, impact: 1, description: '' }));
    await stored(company(name, { riskFactors: factors(0) }));
    const answer = await upsert(company(name, { riskFactors: factors(60) }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(answer.body.details)).toEqual(['entity.riskFactors']);
    const reasons = Array.from({ length: 60 }, (_, n) => n);
    const byHand = (more: number) => company(name, { riskFactors: { reasons: reasons.map((n) => n + more) } });
    expect((await upsert(byHand(0))).status).toBe(200);
    expect((await upsert(byHand(60))).status).toBe(400);
    expect((await upsert(byHand(30))).body.entity.manualRisk.reasons).toHaveLength(90);
  });

  it('does not match the tax id of a person to a company', async () => {
    const chilean = { countryCode: 'CL', taxId: '12.531.909-2' };
    await stored({ type: 'person', name: 'Ana Souza', ...chilean });
    const answer = await upsert(company('Ana Souza', chilean));
    const details = { 'entity.taxId': expect.any(String) };
    expect(answer).toMatchObject({ status: 409, body: { code: 'DUPLICATE_TAX_ID', details } });
  });

  it('finds no company of another organization', async () => {
    const foreign = { key: api.stranger.key, method: 'PUT' };
    const entity = company('Cervejaria Lua Nova', { externalId: 'lua' });
    const theirs = await api.call('/entities/upsert', { ...foreign, body: { entity } });
    const own = await upsert(entity);
    expect([theirs.body.action, own.body.action]).toEqual(['created', 'created']);
    expect(own.body.confidence).toBe(1);
  });

  it('finds a company by its current name, not once it is deleted, and again once restored', async () => {
    const known = await stored(company('Tecelagem Primavera', { externalId: 'tec-1' }));
    const find = async (name: string): Promise<string | undefined> => {
      const { body } = await upsert(company(name, { skipRulesExecution: true }), {
        conflictResolution: 'manual_review',
      });
      if (body.action === 'updated') return body.entity.id;
      await api.call(`/entities/${body.entity.id}`, { method: 'DELETE' });
      return undefined;
    };
    expect(await find('Primavera Tecelagem')).toBe(known.id);
    await api.call(`/entities/${known.id}`, { method: 'PATCH', body: { name: 'Confecções Outono' } });
    expect(await find('Primavera Tecelagem')).toBeUndefined();
    expect(await find('Confeccoes Outono')).toBe(known.id);
    const moved = { externalId: 'tec-1', newExternalId: 'TEC-2', reason: 'a new system' };
    await api.call('/entities/change-external-id', { body: moved });
    const byId = await upsert(company('W', { externalId: 'tec-2' }), { conflictResolution: 'manual_review' });
    expect(byId.body.entity.id).toBe(known.id);
    await api.call(`/entities/${known.id}`, { method: 'DELETE' });
    expect(await find('Confeccoes Outono')).toBeUndefined();
    const { rows } = await api.pool.query('select 1 from entity_match_keys where entity_id = $1', [known.id]);
    expect(rows).toEqual([]);
    await api.call(`/entities/${known.id}/restore`, { body: {} });
    expect(await find('Confeccoes Outono')).toBe(known.id);
    const byTaxId = () =>
      upsert(company('Z', { taxId: '45012398000114' }), {
        conflictResolution: 'manual_review',
        deduplicationStrategy: 'exact_match',
      });
    await api.call(`/entities/${known.id}`, { method: 'PATCH', body: { taxId: '45.012.398/0001-14' } });
    expect((await byTaxId()).body.entity.id).toBe(known.id);
  });

  it.each<[string, (n: number) => object]>([
    ['by name alone', (n) => company(['Moinho Santa Clara Ltda', 'MOINHO SANTA CLARA', 'Santa Clara Moinho'][n % 3]!)],
    ['by external id', (n) => company(`Moinho Ouro Fino ${n}`, { externalId: n % 2 ? 'ouro-fino' : 'OURO-FINO' })],
    ['by tax id', (n) => company(`Moinho Pedra Alta ${n}`, { taxId: '60.746.948/0001-12' })],
  ])('creates one company for 50 concurrent upserts, %s', async (_, entityOf) => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_each, n) => upsert(entityOf(n))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.entity.id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.action === 'created')).toHaveLength(1);
  });

  it('creates one company for concurrent upserts and creations', async () => {
    const entity = company('Curtume Vale Azul', { taxId: '07.526.557/0001-00' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? upsert(entity) : api.call('/entities', { body: entity }))),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter((_, n) => n % 2).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await companiesNamed('curtume vale azul')).toBe(1);
  });
});
