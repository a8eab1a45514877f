import { ok } from '@tamis/stdx';

import { EnrichmentData } from '../../decisions/enrichment-data/index.js';
import { Providers } from '../integrations/index.js';
import { declareProvider } from '../../../../test/support/declare-provider.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { EnrichmentSweep } from './use-cases/enrichment-sweep.js';

const partners = declareProvider({
  code: 'br_test_partners',
  priceCents: 0,
  input: { oneOf: [['name']], parameters: [] },
  provides: ['legalName', 'shareholders'],
  normalize: () => ok({ legalName: 'Acme SA', shareholders: [{ name: 'Ana', countryCode: 'PA' }] }),
});
const costly = declareProvider({ ...partners, code: 'br_test_costly', priceCents: 35 });
const check = declareProvider({ ...partners, code: 'br_test_check', type: 'check' });
const foreign = declareProvider({ ...partners, code: 'mx_test_partners', countries: ['MX'] });

describe('creating an entity with `autoExecuteIntegrations`', () => {
  const api = useOwnTestApi();

  const switchOn = async (code: string): Promise<void> => {
    const answer = await api().call(`/marketplace/integrations/${code}`, { method: 'PUT', body: { enabled: true } });
    if (answer.status !== 200) throw new Error(answer.text);
  };

  beforeAll(async () => {
    for (const provider of [partners, costly, check, foreign]) {
      api().app.get(Providers).add(provider);
      await switchOn(provider.code);
    }
    const condition = 'exists(normalized.shareholders where countryCode = "PA")';
    const source = `rule abroad "Abroad" {\n  on company (created)\n  score 10\n\n  when ${condition}\n\n  then suggest FLAG\n}\n`;
    await publishRule(api(), { source });
  });

  const create = (autoExecuteIntegrations: object, more: object = {}, headers: Record<string, string> = {}) =>
    api().call('/entities', {
      body: { type: 'company', name: 'Acme', countryCode: 'BR', autoExecuteIntegrations, ...more },
      headers,
    });
  const hits = ({ rulesExecutionSummary }: Body): readonly string[] =>
    rulesExecutionSummary.rulesHit.map(({ ruleKey }: Body) => ruleKey as string);
  const evaluationsOf = async (id: string): Promise<readonly Body[]> =>
    (await api().call(`/evaluations?entityId=${id}`)).body.evaluations;

  it('runs enrichments first, then runs the rules once on the results', async () => {
    const { status, body } = await create({ enrichments: [partners.code] });
    expect(status).toBe(201);
    expect(body.enrichment).toEqual({ requestId: expect.any(String), status: 'completed', failed: [] });
    expect(hits(body)).toEqual(['abroad']);
    const evaluations = await evaluationsOf(body.entity.id);
    expect(evaluations).toMatchObject([{ id: body.rulesResult.evaluationId, trigger: 'entity_created' }]);
    expect((await api().call(`/entities/${body.entity.id}`)).body).toEqual(body.entity);
    expect(body.entity.currentEvaluation.id).toBe(body.rulesResult.evaluationId);
  });

  it('runs all active applicable enrichments except excluded ones, and no checks', async () => {
    const asked = {
      executeAllActiveEnrichments: true,
      enrichments: [check.code, 'br_unknown_source'],
      excludeEnrichments: [costly.code],
    };
    const { body } = await create(asked);
    expect(body.enrichment.failed).toEqual([{ integrationCode: 'br_unknown_source', code: 'INTEGRATION_NOT_FOUND' }]);
    expect(body.notices).toMatchObject([
      { field: 'autoExecuteIntegrations', message: expect.stringContaining(check.code) },
    ]);
    const entity = { organizationId: api().production.organizationId, entityId: body.entity.id as string };
    const known = await api().app.get(EnrichmentData).latest(entity, { raw: false });
    expect(known.map(({ integrationCode }) => integrationCode)).toEqual([partners.code]);
  });

  it('creates the entity without enough balance: rules run, and what they read is unknown', async () => {
    const { status, body } = await create({ enrichments: [costly.code] });
    expect(status).toBe(201);
    const failed = [{ integrationCode: costly.code, code: 'INSUFFICIENT_BALANCE' }];
    expect(body.enrichment).toMatchObject({ status: 'failed', failed });
    expect(hits(body)).toEqual([]);
    expect(body.rulesExecutionSummary.rulesNoHit).toMatchObject([{ ruleKey: 'abroad', outcome: 'unknown' }]);
  });

  it('runs rules immediately when nothing is to be enriched, and no rules when they are skipped', async () => {
    const without = await create({ executeAllActiveEnrichments: false });
    expect(without.body.enrichment).toEqual({ requestId: null, status: 'completed', failed: [] });
    expect(without.body.rulesResult).toBeDefined();
    const { body } = await create({ enrichments: [partners.code] }, { skipRulesExecution: true });
    expect([body.enrichment.status, body.rulesResult]).toEqual(['completed', undefined]);
    expect(await evaluationsOf(body.entity.id)).toEqual([]);
  });

  it('with an Idempotency-Key answers processing, and the sweep completes requests that no process runs', async () => {
    const headers = { 'Idempotency-Key': 'create-1' };
    const { status, body, text } = await create({ enrichments: [partners.code] }, {}, headers);
    expect([status, body.enrichment.status, body.rulesResult]).toEqual([201, 'processing', undefined]);
    expect((await create({ enrichments: [partners.code] }, {}, headers)).text).toBe(text);
    await waitUntil(async () => {
      await api().app.get(EnrichmentSweep).sweep();
      return (await evaluationsOf(body.entity.id)).length > 0;
    });
    const evaluations = await evaluationsOf(body.entity.id);
    expect(evaluations).toMatchObject([{ trigger: 'entity_created', totalScore: 10 }]);
  });

  it('creates nothing for an unknown enrichment group', async () => {
    const { status, body } = await create({ enrichmentGroupRefs: ['none'] }, { externalId: 'of-no-group' });
    expect([status, body.error?.code ?? body.code]).toEqual([404, 'ENRICHMENT_GROUP_NOT_FOUND']);
    expect(Object.keys(body.details)).toEqual(['autoExecuteIntegrations.enrichmentGroupRefs[0]']);
    expect((await api().call('/entities/by-external-id/of-no-group')).status).toBe(404);
  });

  describe('analyzing an entity with `enrichIfNeeded`', () => {
    const analyze = (id: string, body: object) => api().call(`/entities/${id}/analyze`, { body });
    const newId = async (): Promise<string> =>
      (await api().call('/entities', { body: { type: 'company', name: 'Acme', countryCode: 'BR' } })).body.entity.id;

    it('fetches once what rules read and nobody has fetched', async () => {
      const id = await newId();
      const asked = { enrichIfNeeded: true, providerCodes: [partners.code] };
      const first = await analyze(id, asked);
      expect(first.status).toBe(200);
      expect(hits(first.body)).toEqual(['abroad']);
      const enrichment = { status: 'completed', integrationCodes: [partners.code], failed: [], totalCostCents: 0 };
      expect(first.body.data.metadata.enrichment).toMatchObject(enrichment);
      const second = await analyze(id, asked);
      expect(hits(second.body)).toEqual(['abroad']);
      expect(second.body.data.metadata.enrichment).toBeUndefined();
      expect(await evaluationsOf(id)).toHaveLength(3);
    });

    it('fetches nothing without enough balance', async () => {
      const { status, body } = await analyze(await newId(), { enrichIfNeeded: true });
      expect([status, body.error?.code ?? body.code]).toEqual([402, 'INSUFFICIENT_BALANCE']);
    });
  });
});
