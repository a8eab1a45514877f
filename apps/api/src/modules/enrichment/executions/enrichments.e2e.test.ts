import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { switchOn, useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { saysName } from '../../../../test/support/fake-source.js';

describe('platform 4.2: enrichment of an entity by integrations', () => {
  const api = useOwnTestApi();
  const fakes = useFakeProviders(api);
  beforeAll(() => fakes().topUp(10_000));
  beforeEach(() => void (fakes().source.respond = saysName));

  it('delivers, charges for and shows the data found', async () => {
    const { enrich, newEntity, balance } = fakes();
    const id = await newEntity();
    const before = await balance();
    const answer = await enrich(id, ['global_fake_safe']);
    expect([answer.status, answer.body]).toMatchObject([200, { success: true, totalCostCents: 7 }]);
    const [item] = answer.body.results;
    expect(item).toMatchObject({
      ...{ success: true, integrationCode: 'global_fake_safe', integrationName: 'Fake global_fake_safe', costCents: 7 },
      result: { fieldsEnriched: ['legalName'], enrichmentData: { legalName: 'Invented Ltd' } },
    });
    expect(await balance()).toMatchObject({ balanceCents: before.balanceCents - 7, reservedCents: 0 });
    const data = (await api().call(`/entities/${id}/enrichment-data`)).body;
    expect(data).toMatchObject({
      hasEnrichmentData: true,
      data: {
        enrichments: {
          global_fake_safe: { status: 'success', mapped: { legalName: 'Invented Ltd' }, costCents: 7, cached: false },
        },
        normalized: { normalized: { legalName: 'Invented Ltd' }, version: 1 },
      },
    });
    const normalized = (await api().call(`/entities/${id}/normalized-enrichment`)).body.data;
    expect(normalized).toMatchObject({ entityId: id, version: 1, fieldSources: { legalName: 'global_fake_safe' } });
    const { enrichments } = (await api().call(`/entities/${id}/enrichments`)).body;
    expect(enrichments).toMatchObject([{ enrichmentId: item.enrichmentId, triggeredBy: api().production.apiKeyId }]);
    const request = (await api().call(`/integration-execution/requests/${answer.body.enrichmentRequestId}`)).body;
    expect(request).toMatchObject({ status: 'completed', entityId: id, results: [item] });
    const audited = (await api().call(`/audit/events?resourceId=${id}&event=enrichment_executed`)).body.events;
    expect(audited).toMatchObject([{ relatedIds: { enrichmentId: item.enrichmentId } }]);
  });

  it('reports lower consistency when a source contradicts the stored data, and leaves that data unchanged', async () => {
    const { enrich, newEntity } = fakes();
    const qualities = [];
    for (const name of ['Invented Limited', 'Quite Another Company']) {
      const id = await newEntity(name);
      const [item] = (await enrich(id, ['global_fake_safe'])).body.results;
      qualities.push([item.result.dataQuality.consistency, (await api().call(`/entities/${id}`)).body.name]);
    }
    expect(qualities).toEqual([
      [1, 'Invented Limited'],
      [0, 'Quite Another Company'],
    ]);
  });

  it('reports failures per item and charges nothing for them', async () => {
    const { enrich, newEntity, balance, source } = fakes();
    const before = await balance();
    source.respond = (response, { mark }) =>
      void response.writeHead(mark === 'good' ? 200 : 404).end('{"legalName":"A"}');
    const id = await newEntity();
    const answer = await enrich(id, ['global_fake_safe', 'no_such', 'br_receita_cnpj']);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, totalCostCents: 0 });
    expect(
      answer.body.results.map(({ integrationCode, success, costCents, error }: never) => [
        integrationCode,
        success,
        costCents,
        (error as { code: string }).code,
      ]),
    ).toEqual([
      ['global_fake_safe', false, 0, 'PROVIDER_ERROR'],
      ['no_such', false, 0, 'INTEGRATION_NOT_FOUND'],
      ['br_receita_cnpj', false, 0, 'INTEGRATION_NOT_ENABLED'],
    ]);
    expect(await balance()).toEqual(before);
    expect((await api().call(`/entities/${id}/normalized-enrichment`)).status).toBe(404);
    const beyond = await api().call(`/entities/${id}/normalized-enrichment?version=2147483648`);
    expect([beyond.status, Object.keys(beyond.body.error.details)]).toEqual([400, ['version']]);
    const partly = await enrich(id, ['global_fake_safe', 'no_such'], { parameters: { mark: 'good' } });
    expect(partly.body).toMatchObject({
      success: false,
      totalCostCents: 7,
      results: [{ success: true }, { success: false }],
    });
  });

  it('lists executions of all entities with pagination and filters by their properties, time and entity', async () => {
    const { enrich, newEntity, source } = fakes();
    const [one, other] = [await newEntity(), await newEntity()];
    const from = new Date().toISOString();
    await enrich(one, ['global_fake_safe']);
    source.respond = (response) => void response.writeHead(404).end('{}');
    await enrich(other, ['global_fake_safe']);
    const list = async (query: string) => (await api().call(`/integration-execution/executions?${query}`)).body;
    const found = async (query: string): Promise<readonly (string | null)[]> =>
      ((await list(`createdFrom=${from}&${query}`)).executions as { entityId: string | null }[]).map(
        ({ entityId }) => entityId,
      );
    expect(await found('limit=100')).toEqual([other, one]);
    expect(await found('state=succeeded')).toEqual([one]);
    expect(await found('state=failed,cancelled')).toEqual([other]);
    expect(await found(`entityId=${one}`)).toEqual([one]);
    expect(await found('integrationCode=global_fake_safe')).toEqual([other, one]);
    expect(await found('integrationCode=br_receita_cnpj')).toEqual([]);
    expect((await list(`createdTo=2020-01-01T00:00:00Z`)).executions).toEqual([]);
    const first = await list(`createdFrom=${from}&limit=1`);
    expect(first.executions[0]).toMatchObject({
      ...{ entityId: other, integrationName: 'Fake global_fake_safe', state: 'failed', cached: false, costCents: 0 },
      ...{ error: { code: expect.any(String) }, triggeredBy: api().production.apiKeyId },
    });
    const next = await list(`createdFrom=${from}&limit=1&cursor=${first.pagination.nextCursor}`);
    expect(next.executions.map(({ entityId, costCents }: never) => [entityId, costCents])).toEqual([[one, 7]]);
    const none = await createKeyWith(api(), 'enrichments:execute');
    expect((await api().call('/integration-execution/executions', { key: none })).status).toBe(403);
    const foreign = await api().call('/integration-execution/executions', { key: api().stranger.key });
    expect(foreign.body.executions).toEqual([]);
  });

  it('rejects invalid requests with the error envelope of platform 4.2', async () => {
    const path = '/integration-execution/marketplace/enrichment';
    const id = await fakes().newEntity();
    const body = { entityId: id, integrationCodes: ['global_fake_safe'] };
    const unknown = { ...body, entityId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f' };
    const method = await api().call('/entities', {
      body: { entityType: 'payment_method', entityData: { paymentMethod: { type: 'pix', pixKey: 'a@example.com' } } },
    });
    const reader = await createKeyWith(api(), 'entities:read');
    const refused = [
      [await api().call(path, { body: { entityId: id, integrationCodes: [] } }), 400, 'VALIDATION_ERROR'],
      [await api().call(path, { body: { ...body, entityId: 'x' } }), 400, 'VALIDATION_ERROR'],
      [await api().call(path, { body: { ...body, entityId: method.body.id } }), 400, 'VALIDATION_ERROR'],
      [await api().call(path, { body: unknown }), 404, 'ENTITY_NOT_FOUND'],
      [await api().call(path, { body: { ...body, enrichmentGroupRefs: ['none'] } }), 404, 'ENRICHMENT_GROUP_NOT_FOUND'],
      [await api().call(path, { body, key: null }), 401, 'UNAUTHORIZED'],
      [await api().call(path, { body, headers: { 'x-organization-id': '' } }), 401, 'MISSING_ORGANIZATION'],
      [await api().call(path, { body, key: reader }), 403, 'FORBIDDEN'],
      [
        await api().call(`${path}-by-external-id`, { body: { externalId: 'no', integrationCodes: ['a'] } }),
        404,
        'ENTITY_NOT_FOUND',
      ],
    ] as const;
    for (const [answer, status, code] of refused) {
      const { success, results, totalCostCents, totalExecutionTime, error } = answer.body;
      expect([answer.status, { success, results, totalCostCents, totalExecutionTime, code: error.code }]).toEqual([
        status,
        { success: false, results: [], totalCostCents: 0, totalExecutionTime: 0, code },
      ]);
    }
  });

  it('reports what each item lacks without asking a provider or charging anything', async () => {
    const { enrich, balance, source } = fakes();
    await switchOn(api(), 'br_receita_cnpj', source.baseUrl);
    const before = await balance();
    let asked = 0;
    source.respond = (response) => void ((asked += 1), response.writeHead(404).end('{}'));
    const company = async (more: object): Promise<string> =>
      (await api().call('/entities', { body: { type: 'company', name: 'Lacking', ...more } })).body.entity.id;
    const nameless = await company({ countryCode: 'BR' });
    const elsewhere = await company({ countryCode: 'US' });
    const valid = await company({ countryCode: 'BR', taxId: '11222333000181' });
    const problems = [];
    for (const [id, code, parameters] of [
      [nameless, 'br_receita_cnpj', {}],
      [elsewhere, 'br_receita_cnpj', {}],
      [valid, 'br_receita_cnpj', { other: 1 }],
      [valid, 'global_fake_safe', { mark: 7 }],
    ] as const) {
      const answer = await enrich(id, [code], { parameters });
      expect([answer.status, answer.body.success, answer.body.totalCostCents]).toEqual([200, false, 0]);
      const [{ error }] = answer.body.results;
      problems.push([error.code, error.message]);
    }
    expect(problems).toEqual([
      ['MISSING_INPUT', 'br_receita_cnpj needs taxId.'],
      ['NO_MATCHING_PROVIDER', 'br_receita_cnpj supports BR, but not US.'],
      ['INVALID_PARAMETERS', expect.stringContaining('`parameters.other` is not a parameter of br_receita_cnpj')],
      ['INVALID_PARAMETERS', '`parameters.mark` must be a string.'],
    ]);
    expect([asked, await balance()]).toEqual([0, before]);
  });

  it('continues after the response when Prefer: respond-async is sent and announces completion once', async () => {
    const { enrich, newEntity, source } = fakes();
    const id = await newEntity();
    let go = (): void => undefined;
    source.respond = (response) => (go = () => void response.writeHead(200).end('{"legalName":"Late"}'));
    const accepted = await enrich(id, ['global_fake_safe'], { headers: { prefer: 'respond-async' } });
    expect([accepted.status, accepted.body]).toMatchObject([202, { success: true, status: 'processing' }]);
    const path = `/integration-execution/requests/${accepted.body.requestId}`;
    expect((await api().call(path)).body).toMatchObject({ status: 'processing', totalCostCents: 0 });
    await waitUntil(() => source.open.now === 1);
    go();
    await waitUntil(async () => (await api().call(path)).body.status === 'completed');
    const { rows } = await api().pool.query(
      `select event from outbox_events where organization_id = $1 and event like 'enrichment.%' and payload::jsonb ->> 'entityId' = $2`,
      [api().production.organizationId, id],
    );
    expect(rows).toEqual([{ event: 'enrichment.completed' }]);
  });

  it('stores and charges nothing when the entity is deleted in the meantime', async () => {
    const { enrich, newEntity, source, balance } = fakes();
    const before = await balance();
    const id = await newEntity();
    let go = (): void => undefined;
    source.respond = (response) => (go = () => void response.writeHead(200).end('{"legalName":"Late"}'));
    const asked = source.asked.length;
    const answering = enrich(id, ['global_fake_safe']);
    await waitUntil(() => source.asked.length > asked);
    expect((await api().call(`/entities/${id}`, { method: 'DELETE' })).status).toBeLessThan(300);
    go();
    expect((await answering).body).toMatchObject({ success: false, results: [{ error: { code: 'CANCELLED' } }] });
    expect(await balance()).toEqual(before);
    const { rows } = await api().pool.query('select from enrichment_results where entity_id = $1', [id]);
    expect(rows).toHaveLength(0);
    const refused = await enrich(id, ['global_fake_safe']);
    expect([refused.status, refused.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
    expect(source.asked.length).toBe(asked + 1);
  });

  it.each([
    ['', 'One Company', null],
    [' with a tax id', 'One More Company', '12-3456789'],
  ])(
    'stores and charges nothing when the name of an entity%s changes in the meantime, and asks again',
    async (_, name, taxId) => {
      const { enrich, source, balance } = fakes();
      const before = await balance();
      const entity = { type: 'company', name, countryCode: 'US', ...(taxId !== null && { taxId }) };
      const id = (await api().call('/entities', { body: entity })).body.entity.id as string;
      const go: ((name: string) => void)[] = [];
      source.respond = (response) =>
        void go.push((legalName) => void response.writeHead(200).end(JSON.stringify({ legalName })));
      const ofBefore = enrich(id, ['global_fake_safe']);
      await waitUntil(() => go.length === 1);
      const patched = await api().call(`/entities/${id}`, { method: 'PATCH', body: { name: 'Other Company' } });
      expect(patched.status).toBe(200);
      const ofAfter = enrich(id, ['global_fake_safe']);
      await waitUntil(() => go.length === 2);
      go[0]!(name);
      expect((await ofBefore).body).toMatchObject({ success: false, results: [{ error: { code: 'CANCELLED' } }] });
      expect((await api().call(`/entities/${id}/normalized-enrichment`)).status).toBe(404);
      go[1]!('Other Company');
      expect((await ofAfter).body).toMatchObject({ success: true, totalCostCents: 7 });
      expect((await balance()).balanceCents).toBe(before.balanceCents - 7);
    },
  );

  it('holds no database transaction open while a provider is asked', async () => {
    const { enrich, newEntity, source } = fakes();
    const go: (() => void)[] = [];
    source.respond = (response) => void go.push(() => void response.writeHead(200).end('{"legalName":"A"}'));
    const ids = await Promise.all(Array.from({ length: 20 }, () => newEntity()));
    const answering = ids.map((id) => enrich(id, ['global_fake_safe']));
    await waitUntil(() => go.length === 20);
    const findOpen = () =>
      api().pool.query<{ open: string }>(
        `select count(*) as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and state <> 'active'`,
      );
    // A server also searches for its own work meanwhile, for some milliseconds each time.
    await waitUntil(async () => Number((await findOpen()).rows[0]!.open) === 0);
    for (const each of go) each();
    expect((await Promise.all(answering)).map(({ status }) => status)).toEqual(ids.map(() => 200));
  });

  it('completes a request with a single execution in the transaction that settles it when no rules run', async () => {
    const { enrich, newEntity } = fakes();
    const id = await newEntity();
    const endedWithThem = async (codes: readonly string[]): Promise<readonly boolean[]> => {
      const { body } = await enrich(id, codes, { parameters: { mark: codes.join() } });
      const { rows } = await api().pool.query<{ isSame: boolean }>(
        `select e.xmin = r.xmin as "isSame" from enrichment_executions e
           join enrichment_requests r on r.organization_id = e.organization_id and r.id = e.request_id
         where r.id = $1`,
        [body.enrichmentRequestId],
      );
      return rows.map(({ isSame }) => isSame);
    };
    expect(await endedWithThem(['global_fake_safe'])).toEqual([true]);
    expect(await endedWithThem(['global_fake_safe', 'global_fake_keyed'])).toEqual([false, false]);
    await publishRule(api(), {
      source:
        'rule seen "Seen" {\n  on company (enriched)\n  score 1\n\n  when entity.name != "x"\n\n  then suggest FLAG\n}\n',
    });
    expect(await endedWithThem(['global_fake_retried'])).toEqual([false]);
  });
});
