import type { ServerResponse } from 'node:http';

import { createKeyWith } from '../../../../test/support/create-key-with.js';
import {
  cnpjOf,
  companyPartner,
  personPartner,
  registered,
  useRegister,
} from '../../../../test/support/register-source.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { setQuota } from '../../tenancy/creation-quotas/index.js';

describe('platform 4.15: POST /entities/automatic', () => {
  const api = useOwnTestApi();
  const register = useRegister(api);
  let number = 500;
  const nextCnpj = (): string => cnpjOf((number += 1));
  const create = (body: object, more: object = {}) =>
    api().call('/entities/automatic', { body: { type: 'company', country: 'BR', ...body }, ...more });
  const count = async (table: string): Promise<number> =>
    (await api().pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;
  const balance = async (): Promise<number> => (await api().call('/billing/balance')).body.data.balanceCents as number;

  it('creates a company with its register data, activity and partners', async () => {
    const [taxId, owner] = [nextCnpj(), nextCnpj()];
    register().companies.set(
      taxId,
      registered(taxId, [companyPartner(owner), personPartner('LIA PAZ DO VALE', '101010')]),
    );
    const before = await balance();
    const { status, body } = await create({
      taxId,
      externalId: 'auto-1',
      attributes: { segment: 'x', n: 1.0 },
      isClient: true,
    });
    expect([status, body]).toMatchObject([
      201,
      {
        success: true,
        alreadyExisted: false,
        entity: {
          name: `COMPANY ${taxId}`,
          taxId,
          externalId: 'auto-1',
          status: 'under_review',
          isClient: true,
          attributes: { segment: 'x', n: 1 },
          entityData: {
            company: {
              legalName: `COMPANY ${taxId}`,
              cnae: '1091102',
              cnaeDescription: 'Fabricação de produtos de padaria',
              industry: 'Manufacturing',
            },
          },
        },
        relationshipsCreated: 2,
        enrichmentsExecuted: ['br_receita_cnpj'],
        enrichmentFailed: [],
        creationFailed: [],
        totalCostCents: 10,
      },
    ]);
    expect(body.entitiesCreated.map(({ name, depth }: Body) => [name, depth]).sort()).toEqual([
      [`COMPANY ${owner}`, 1],
      ['LIA PAZ DO VALE', 1],
    ]);
    expect(before - (await balance())).toBe(10);
    const { data } = (await api().call(`/entities/${body.entity.id}/normalized-enrichment`)).body;
    const { events } = (await api().call(`/entities/${body.entity.id}/timeline?limit=100`)).body;
    expect(events.map(({ event }: Body) => event as string)).toContain('entity_created');
    expect(data.normalized.shareholders).toHaveLength(2);

    // The same request again: nothing is requested or charged.
    const asked = register().asked.length;
    const again = await create({ taxId: `${taxId.slice(0, 8)}/${taxId.slice(8)}` });
    expect(again).toMatchObject({
      status: 200,
      body: { alreadyExisted: true, entity: { id: body.entity.id }, entitiesCreated: [], totalCostCents: 0 },
    });
    expect([register().asked.length, before - (await balance())]).toEqual([asked, 10]);
  });

  it('answers 202 with status not_started when run in the background, and sets the status when done', async () => {
    const taxId = nextCnpj();
    register().companies.set(taxId, registered(taxId, [companyPartner(nextCnpj())]));
    const { status, body } = await create({ taxId, runInBackground: true, status: 'active' });
    expect([status, body.entity.status]).toEqual([202, 'not_started']);
    const read = async () => (await api().call(`/entities/${body.entity.id}`)).body;
    await waitUntil(async () => (await read()).status === 'active');
    const history = (await api().call(`/entities/${body.entity.id}/status-history`)).body.history as Body[];
    expect(history.map((each) => each.status as string).sort()).toEqual(['active', 'not_started']);
  });

  it('creates shareholders down to the requested depth and runs the requested enrichments', async () => {
    const [taxId, owner, above] = [nextCnpj(), nextCnpj(), nextCnpj()];
    register().companies.set(taxId, registered(taxId, [companyPartner(owner)]));
    register().companies.set(owner, registered(owner, [companyPartner(above)]));
    const { body } = await create({
      taxId,
      shareholderDepth: 2,
      autoExecuteIntegrations: { enrichments: ['global_gleif_lei'] },
    });
    expect(body.entitiesCreated.map(({ taxId: each, depth }: Body) => [each, depth])).toEqual([
      [owner, 1],
      [above, 2],
    ]);
    expect(body.enrichmentFailedDetails).toMatchObject([
      { providerCode: 'global_gleif_lei', code: 'INTEGRATION_NOT_ENABLED', entityId: body.entity.id },
    ]);
    expect(body.enrichmentFailed).toEqual(['global_gleif_lei']);
    expect(body.totalCostCents).toBe(20);
    expect((await create({ taxId: above, depth: 0 })).status).toBe(200);
  });

  const json = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const failures: readonly (readonly [string, ((response: ServerResponse, cnpj: string) => void) | null, string])[] = [
    ['knows nobody', null, 'SUBJECT_NOT_FOUND'],
    ['tells of another company', (response) => json(response, 200, registered(cnpjOf(1), [])), 'SUBJECT_MISMATCH'],
    ['refuses the number', (response) => json(response, 400, {}), 'INVALID_TAX_ID'],
    ['tells what cannot be read', (response, cnpj) => json(response, 200, { cnpj, qsa: 7 }), 'NORMALIZATION_FAILED'],
    ['does not allow showing it', (response) => json(response, 451, {}), 'DOCUMENT_RESTRICTED'],
    ['asks for money', (response) => json(response, 402, {}), 'UPSTREAM_CREDITS_ERROR'],
    ['fails', (response) => json(response, 500, {}), 'PROVIDER_ERROR'],
  ];
  it.each(failures)('stores and charges nothing when the register %s', async (_title, respond, code) => {
    const [entities, cents] = [await count('entities'), await balance()];
    register().respond = respond;
    const answer = await create({ taxId: nextCnpj() });
    register().respond = null;
    expect(answer).toMatchObject({ status: 422, body: { success: false, code, error: expect.any(String) } });
    expect([await count('entities'), await balance()]).toEqual([entities, cents]);
  });

  const refusals: readonly (readonly [string, object, number, string])[] = [
    ['a wrong check digit', { taxId: '11.444.777/0001-60' }, 400, 'INVALID_TAX_ID'],
    ['the number of a person', { taxId: '529.982.247-25' }, 400, 'INVALID_TAX_ID'],
    ['a country of which nobody knows companies', { taxId: '1', country: 'JP' }, 400, 'COUNTRY_NOT_SUPPORTED'],
    ['a person', { type: 'person', taxId: '529.982.247-25' }, 400, 'NO_MATCHING_PROVIDER'],
    ['no country', { taxId: cnpjOf(2), country: null }, 400, 'VALIDATION_ERROR'],
    ['a depth of 6', { taxId: cnpjOf(2), depth: 6 }, 422, 'INVALID_RELATIONSHIP_ENRICHMENT_CONFIG'],
    [
      'a related entity that is missing',
      { taxId: cnpjOf(2), relationships: [{ relatedTaxId: '9', relationshipType: 'owns' }] },
      422,
      'RELATED_ENTITY_NOT_FOUND',
    ],
    [
      'an unknown matrix for partners',
      { taxId: cnpjOf(2), riskMatrixPersonId: '00000000-0000-7000-8000-0000000000f2' },
      422,
      'RISK_MATRIX_NOT_FOUND',
    ],
    [
      'an unknown group',
      { taxId: cnpjOf(2), autoExecuteIntegrations: { enrichmentGroupRefs: ['nobody'] } },
      404,
      'ENRICHMENT_GROUP_NOT_FOUND',
    ],
  ];
  it.each(refusals)('rejects %s before sending any request', async (_title, body, status, code) => {
    const asked = register().asked.length;
    const answer = await create(body);
    expect([answer.status, answer.body.code, register().asked.length]).toEqual([status, code, asked]);
  });

  it('makes no purchase when blocked by a list or quota, or without balance or permission', async () => {
    const [listed, taxId] = [nextCnpj(), nextCnpj()];
    for (const each of [listed, taxId]) register().companies.set(each, registered(each, []));
    const asked = register().asked.length;
    const made = await api().call('/data-lists', {
      body: { name: 'Forbidden', type: 'document_blocklist', source: 'internal' },
    });
    const listId = made.body.data.id as string;
    await api().call(`/data-lists/${listId}/items`, { body: { items: [{ primaryValue: listed }] } });
    await api().call('/creation-blocks', { body: { listId, fieldPath: 'taxId' } });
    expect(await create({ taxId: listed })).toMatchObject({
      status: 422,
      body: { code: 'ENTITY_CREATION_LIST_BLOCK' },
    });

    const { organizationId } = api().production;
    const quota = { organizationId, module: 'entities' as const, period: 'total' as const };
    await setQuota(api().pool, { ...quota, quota: 0 });
    expect(await create({ taxId })).toMatchObject({
      status: 429,
      body: { code: 'CREATION_CONTRACT_QUOTA_EXCEEDED' },
    });
    await setQuota(api().pool, { ...quota, quota: null });

    const key = await createKeyWith(api(), 'entities:read', 'entities:edit');
    expect((await create({ taxId }, { key })).status).toBe(403);
    expect(register().asked.length).toBe(asked);
  });

  it('creates one company for concurrent requests, and one for a repeated Idempotency-Key', async () => {
    const taxId = nextCnpj();
    register().companies.set(taxId, registered(taxId, [companyPartner(nextCnpj())]));
    register().delayMs = 50;
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ taxId, depth: 0 })));
    register().delayMs = 0;
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.entity.id as string)).size).toBe(1);

    const other = nextCnpj();
    register().companies.set(other, registered(other, []));
    const headers = { 'idempotency-key': 'automatic-1' };
    const [first, again] = [await create({ taxId: other }, { headers }), await create({ taxId: other }, { headers })];
    expect([first.status, again.text]).toEqual([201, first.text]);
  });

  it('is simulated in a sandbox, with no request to the register', async () => {
    const { key } = api().sandbox;
    const asked = register().asked.length;
    await api().call('/marketplace/integrations/br_receita_cnpj', { method: 'PUT', body: { enabled: true }, key });
    const answer = await create({ taxId: nextCnpj() }, { key });
    expect(answer).toMatchObject({ status: 201, body: { alreadyExisted: false, relationshipsCreated: 4 } });
    expect(register().asked.length).toBe(asked);
  });
});
