import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const conditions: Readonly<Record<string, string>> = {
  function: 'screening(origin).hits > 0',
  field: 'origin.sanctionHits = 1',
  mapped: 'origin.enrichment["sanctions_screening"].topScore >= 0.9',
  normalized: 'origin.normalized.sanctions.hit and origin.normalized.sanctions.lists contains any of ["un_sc"]',
  pep: 'origin.normalized.pep.isPep = false',
  clean: 'screening(origin).hits = 0',
};

const rule = (key: string, when: string): string =>
  `rule ${key}_screened "${key}" {\n  on transaction (created)\n  score 10\n  when ${when}\n  then suggest FLAG\n}\n`;

describe('sanctions_screening integration', () => {
  const api = useOwnTestApi({ WATCHLISTS: 'un_sc' });
  const { serve } = useListFiles();
  let made = 0;

  const send = async (path: string, body: object, { key, method = 'POST' }: { key?: string; method?: string } = {}) => {
    const answer = await api().call(path, { method, body, ...(key !== undefined && { key }) });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const newPerson = async (name: string, key?: string): Promise<{ id: string; externalId: string }> => {
    made += 1;
    const body = { type: 'person', name, countryCode: 'BR', externalId: `s-${made}` };
    const { entity } = await send('/entities', body, key === undefined ? {} : { key });
    return { id: entity.id as string, externalId: `s-${made}` };
  };
  const enrich = async (entityId: string, key?: string): Promise<Body> => {
    const body = { entityId, integrationCodes: ['sanctions_screening'] };
    return (await send('/integration-execution/marketplace/enrichment', body, key === undefined ? {} : { key }))
      .results[0];
  };
  const pay = async (originExternalId: string): Promise<Body> => {
    made += 1;
    const body = { type: 'PAYMENT', amount: 5, currency: 'USD', originExternalId, externalId: `s-pay-${made}` };
    return send('/transactions', { ...body, transactedAt: '2026-09-07T12:00:00Z' });
  };
  const hits = ({ rulesExecutionSummary }: Body): readonly string[] =>
    rulesExecutionSummary.rulesHit.map(({ ruleKey }: Body) => (ruleKey as string).replace('_screened', '')).sort();
  const causes = ({ rulesExecutionSummary }: Body): readonly unknown[] =>
    rulesExecutionSummary.rulesNoHit
      .filter(({ outcome }: Body) => outcome === 'unknown')
      .map(({ ruleKey, unknownBecause: [because] }: Body) => `${ruleKey.replace('_screened', '')} ${because.cause}`)
      .sort();
  const screeningsOf = async (entityId: string): Promise<readonly Body[]> => {
    const { rows } = await api().pool.query<Body>(
      `select reason, hits, lists, versions::text as versions from entity_screenings where organization_id = $1 and entity_id = $2
       order by arrival`,
      [api().production.organizationId, entityId],
    );
    return rows;
  };

  beforeAll(async () => {
    for (const key of [api().production.key, api().sandbox.key])
      await send('/marketplace/integrations/sanctions_screening', { enabled: true }, { key, method: 'PUT' });
    for (const [key, when] of Object.entries(conditions)) await publishRule(api(), { source: rule(key, when) });
  });

  it('returns nothing while a list is not loaded, and stores no screening', async () => {
    const { id, externalId } = await newPerson('Ivan Kuznetsov');
    expect(await enrich(id)).toMatchObject({ success: false, costCents: 0, error: { code: 'DATASET_NOT_LOADED' } });
    expect(await screeningsOf(id)).toEqual([]);
    const paid = await pay(externalId);
    expect(hits(paid)).toEqual([]);
    expect(causes(paid)).toEqual([
      ...['clean not_screened', 'field not_screened', 'function not_screened', 'mapped not_screened'],
      ...['normalized not_screened', 'pep not_screened'],
    ]);
  });

  it('stores a screening of the entity, which rules read under all of its names', async () => {
    await serve(api(), 'un_sc', [listedPerson('1', 'Ivan Kuznetsov'), listedPerson('2', 'Omar Haddad')]);
    const { id, externalId } = await newPerson('Ivan Kuznetsov');
    const item = await enrich(id);
    expect(item).toMatchObject({
      ...{ success: true, costCents: 0 },
      result: {
        enrichmentData: {
          ...{ hits: 1, topScore: 1, lists: ['un_sc'], watchlists: [{ code: 'un_sc', version: '1' }] },
          sanctions: {
            hit: true,
            lists: ['un_sc'],
            matches: [{ list: 'un_sc', entryId: '1', name: 'Ivan Kuznetsov' }],
          },
        },
      },
    });
    // Exposed persons were not searched for.
    expect(item.result.enrichmentData.pep).toBeUndefined();
    expect(await screeningsOf(id)).toEqual([
      { reason: 'enrichment', hits: 1, lists: ['un_sc'], versions: '{"un_sc":"1"}' },
    ]);
    const paid = await pay(externalId);
    expect(hits(paid)).toEqual(['field', 'function', 'mapped', 'normalized']);
    const other = await newPerson('Maria Souza');
    expect(await enrich(other.id)).toMatchObject({
      result: { enrichmentData: { hits: 0, sanctions: { hit: false } } },
    });
    expect(hits(await pay(other.externalId))).toEqual(['clean']);
  });

  it('is read in a dry run as of each evaluation, regardless of later screenings', async () => {
    const { id, externalId } = await newPerson('Nadia Petrova');
    await pay(externalId);
    await enrich(id);
    await pay(externalId);
    await serve(api(), 'un_sc', [listedPerson('3', 'Nadia Petrova'), listedPerson('2', 'Omar Haddad')], '2026-10-05');
    await enrich(id);
    const { rulesResult } = await pay(externalId);
    expect(await screeningsOf(id)).toMatchObject([{ hits: 0 }, { hits: 1, versions: '{"un_sc":"2"}' }]);
    const period = { from: '2026-09-01T00:00:00Z', to: '2026-09-30T00:00:00Z' };
    const alerting = (when: string): string =>
      rule('dry', when).replace('then suggest FLAG', 'then alert LOW "listed"');
    const source = alerting('screening(origin).hits > 0 and origin.sanctionHits > 0');
    const run = await runDryRun(api(), { source, ...period });
    // Of seven payments, only those of Ivan and Nadia after each of them was found.
    expect(run).toMatchObject({ exactness: { level: 'exact' }, alerts: { perDay: { baseline: 0, candidate: 2 } } });
    for (const mode of ['inputs', 'recompute']) {
      const { body } = await api().call(`/evaluations/${rulesResult.evaluationId}/replay`, { body: { mode } });
      expect([mode, body.equal, body.differences]).toEqual([mode, true, []]);
    }
  });

  it('makes rules unknown when the screening is older than its profile allows', async () => {
    const { id, externalId } = await newPerson('Omar Haddad');
    await enrich(id);
    await api().pool.query(
      `update entity_screenings set screened_at = screened_at - interval '60 hours' where organization_id = $1 and entity_id = $2`,
      [api().production.organizationId, id],
    );
    const paid = await pay(externalId);
    expect(causes(paid)).toContain('function source_unavailable');
    expect(JSON.stringify(paid)).toContain('screened 60 hours ago');
    // For a monitored entity, a change of the lists would have been reported.
    await api().pool.query(
      `insert into entity_monitoring (organization_id, entity_id, code, is_active, requested_by, party, is_due, due_reason)
       values ($1, $2, 'sanctions_screening', true, '{}', '{}', false, 'requested')`,
      [api().production.organizationId, id],
    );
    expect(hits(await pay(externalId))).toContain('function');
  });

  it('screens only a test list in a sandbox', async () => {
    const { key } = api().sandbox;
    const listed = await newPerson('Anton Drozdanov', key);
    expect(await enrich(listed.id, key)).toMatchObject({
      success: true,
      result: { enrichmentData: { hits: 1, lists: ['sandbox'], watchlists: [{ code: 'sandbox', version: '1' }] } },
    });
    const real = await newPerson('Nadia Petrova', key);
    expect(await enrich(real.id, key)).toMatchObject({
      result: { enrichmentData: { hits: 0, pep: { isPep: false } } },
    });
  });
});
