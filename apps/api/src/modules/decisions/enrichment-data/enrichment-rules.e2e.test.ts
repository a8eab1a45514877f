import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { deliverEnrichment } from '../../../../test/support/deliver-enrichment.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const companyRules: readonly (readonly [key: string, condition: string])[] = [
  ['struck_off', 'enrichment["br_register"].status != "ACTIVE"'],
  ['no_partner', 'count(normalized.shareholders) = 0'],
  ['foreign', 'not exists(normalized.shareholders where countryCode = "BR")'],
  ['renamed', 'normalized.legalName != "Acme SA"'],
];

const rule = (key: string, on: string, condition: string): string =>
  `rule ${key} "${key}" {\n  on ${on}\n  score 10\n\n  when ${condition}\n\n  then suggest FLAG\n}\n`;

/** The decisions of these rules do not depend on those of others. */
describe('rules that read enrichment data', () => {
  const api = useOwnTestApi();
  let started: Date;

  const send = async (path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api().call(path, { method, body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };

  beforeAll(async () => {
    started = new Date();
    for (const [key, condition] of companyRules)
      await publishRule(api(), { source: rule(key, 'company (created, updated)', condition) });
    const ofSender = 'origin.normalized.companySize = "MEI" and origin.enrichment["br_register"].status = "ACTIVE"';
    await publishRule(api(), { source: rule('small_sender', 'transaction (created)', ofSender) });
  });

  let made = 0;
  const create = (name = 'Acme'): Promise<Body> =>
    send('/entities', { type: 'company', name, countryCode: 'BR', externalId: `er-${(made += 1)}` });
  const change = (id: string): Promise<Body> => send(`/entities/${id}`, { name: `Acme ${(made += 1)}` }, 'PATCH');
  const pay = (externalId: string): Promise<Body> =>
    send('/transactions', {
      type: 'PAYMENT', amount: 5, currency: 'USD', originExternalId: externalId, externalId: `er-pay-${(made += 1)}`,
    }); // prettier-ignore

  const hits = ({ rulesExecutionSummary }: Body): readonly string[] =>
    rulesExecutionSummary.rulesHit.map(({ ruleKey }: Body) => ruleKey as string).sort();
  const unknowns = ({ rulesExecutionSummary }: Body): readonly unknown[] =>
    rulesExecutionSummary.rulesNoHit
      .filter(({ outcome }: Body) => outcome === 'unknown')
      .map(({ ruleKey, unknownBecause: [because] }: Body) => [ruleKey, because.cause, because.path])
      .sort();

  const partners = (...countries: readonly string[]) => ({
    legalName: 'Acme SA',
    companySize: 'MEI',
    shareholders: countries.map((countryCode) => ({ name: `Partner of ${countryCode}`, countryCode })),
  });

  it('are unknown while nothing was enriched: an absent list of partners is not an empty one', async () => {
    const created = await create();
    expect(hits(created)).toEqual([]);
    expect(unknowns(created)).toEqual([
      ['foreign', 'not_screened', 'enrichmentData.normalized'],
      ['no_partner', 'not_screened', 'enrichmentData.normalized'],
      ['renamed', 'not_screened', 'enrichmentData.normalized'],
      ['struck_off', 'not_screened', 'enrichmentData.mapped.br_register'],
    ]);
    expect(unknowns(await pay(created['entity'].externalId))).toEqual([
      ['small_sender', 'not_screened', 'originEntity.enrichmentData.normalized'],
    ]);
  });

  it('read the data found about a company and the parties of a payment', async () => {
    const { entity } = await create();
    await deliverEnrichment(api(), entity.id, { normalizedPart: partners('PA') });
    const changed = await change(entity.id);
    expect([hits(changed), unknowns(changed)]).toEqual([['foreign'], []]);
    expect(hits(await pay(entity.externalId))).toEqual(['small_sender']);
    await deliverEnrichment(api(), entity.id, {
      mapped: { status: 'CLOSED' },
      normalizedPart: { legalName: 'Acme Ltda' },
    });
    expect(hits(await change(entity.id))).toEqual(['foreign', 'no_partner', 'renamed', 'struck_off']);
    expect(hits(await pay(entity.externalId))).toEqual([]);
  });

  it('store the version they read with the evaluation, and replay equally after newer data arrived', async () => {
    const { entity } = await create();
    const { enrichmentId } = await deliverEnrichment(api(), entity.id, { normalizedPart: partners('BR') });
    const { evaluationId } = (await change(entity.id))['rulesResult'];
    await deliverEnrichment(api(), entity.id, { mapped: { status: 'CLOSED' }, normalizedPart: {} });
    const { evaluation } = (await api().call(`/evaluations/${evaluationId}?include=inputs`)).body;
    expect(evaluation.inputs.context.enrichmentData).toMatchObject({
      mapped: { br_register: { status: 'ACTIVE' } },
      normalized: { legalName: 'Acme SA' },
      read: { codes: ['br_register'], results: { br_register: enrichmentId }, normalized: true, version: 1 },
    });
    for (const mode of ['inputs', 'recompute'])
      expect(await send(`/evaluations/${evaluationId}/replay`, { mode })).toMatchObject({ equal: true });
  });

  it('are dry-run with the data known at the time of each evaluation', async () => {
    const period = () => ({ from: started.toISOString(), to: new Date(Date.now() + 1_000).toISOString() });
    const { entity } = await create();
    await deliverEnrichment(api(), entity.id, { integrationCode: 'other', mapped: { grade: 'A' }, normalizedPart: {} });
    await change(entity.id);
    await deliverEnrichment(api(), entity.id, { integrationCode: 'other', mapped: { grade: 'B' }, normalizedPart: {} });
    await change(entity.id);
    await deliverEnrichment(api(), entity.id, { integrationCode: 'other', mapped: { grade: 'A' }, normalizedPart: {} });
    for (const [recordType, triggers, condition, found] of [
      // No rule that contributed to a decision has read it: one evaluation saw a B, the others nothing or an A.
      ['company', '(created, updated)', 'enrichment["other"].grade = "B"', 1],
      ['transaction', '(created)', 'count(origin.normalized.shareholders) = 1', 1],
    ] as const) {
      const run = await runDryRun(api(), {
        source: rule('tried', `${recordType} ${triggers}`, condition),
        recordType,
        ...period(),
      });
      const rules = run['rules'] as readonly Body[];
      expect(rules.find(({ key }) => key === 'tried')).toMatchObject({ hits: { baseline: 0, candidate: found } });
      const { compared, differing } = run['reproduction'] as { compared: number; differing: number };
      expect(compared).toBeGreaterThan(2);
      expect(differing).toBe(0);
    }
  });
});
