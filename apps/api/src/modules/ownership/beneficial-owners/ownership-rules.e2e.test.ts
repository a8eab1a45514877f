import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body, Call } from '../../../../test/support/start-test-api.js';
import { useOwners } from '../../../../test/support/use-owners.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const rule = (key: string, on: string, condition: string): string =>
  `rule ${key} "${key}" {\n  on ${on}\n  score 10\n\n  when ${condition}\n\n  then suggest FLAG\n}\n`;

const companyRules = [
  ['no_owner', 'count(ownership.beneficialOwners where certain) = 0'],
  ['offshore', 'ownership.countries contains any of ["KY", "VG"]'],
  ['sanctioned', 'ownership.sanctionedPercent >= 50'],
] as const;

describe('rules that read company ownership', () => {
  const api = useOwnTestApi();
  const { send, person, company, own, settle } = useOwners(api);
  const ruleIds = new Map<string, string>();
  let started: Date;
  let changes = 0;

  beforeAll(async () => {
    started = new Date();
    for (const [key, condition] of companyRules)
      ruleIds.set(key, await publishRule(api(), { source: rule(key, 'company (created, updated)', condition) }));
    const ofSender = 'exists(origin.ownership.beneficialOwners where name = "Ana Rules" and leastPercent >= 25)';
    await publishRule(api(), { source: rule('sender_of_ana', 'transaction (created)', ofSender) });
  });

  const strangerKey = (): string => api().stranger.key;
  const change = (id: string): Promise<Body> => send(`/entities/${id}`, { name: `Acme ${(changes += 1)}` }, 'PATCH');
  const pay = (entityId: string): Promise<Body> =>
    send('/transactions', {
      ...{ type: 'PAYMENT', amount: 5, currency: 'USD', originEntityId: entityId },
      externalId: `or-pay-${(changes += 1)}`,
    });
  const hits = ({ rulesExecutionSummary }: Body): readonly string[] =>
    rulesExecutionSummary.rulesHit.map(({ ruleKey }: Body) => ruleKey as string).sort();
  const unknowns = ({ rulesExecutionSummary }: Body): readonly unknown[] =>
    rulesExecutionSummary.rulesNoHit
      .filter(({ outcome }: Body) => outcome === 'unknown')
      .map(({ ruleKey, unknownBecause: [because] }: Body) => [ruleKey, because.cause, because.path])
      .sort();
  const owned = async (strength: number | null, owner: object = {}) => {
    const [ana, acme] = [await person('Ana Rules', owner), await company('Acme')];
    const share = await own(ana, acme, strength);
    await settle();
    return { ana, acme, share };
  };

  it('evaluates to unknown, never to no hit, while no owner is known', async () => {
    const acme = await company('Not known');
    await settle();
    const cause = ['not_screened', 'ownership'];
    expect(unknowns(await change(acme))).toEqual(companyRules.map(([key]) => [key, ...cause]).sort());
    expect(unknowns(await pay(acme))).toEqual([['sender_of_ana', 'not_screened', 'originEntity.ownership']]);
  });

  it('hits on owners derived from shares, of a company and of the sender of a payment', async () => {
    const { acme, share } = await owned(0.3, { countryCode: 'KY' });
    const first = await change(acme);
    expect([hits(first), unknowns(first)]).toEqual([['offshore'], []]);
    expect(hits(await pay(acme))).toEqual(['sender_of_ana']);
    await send(`/relationships/${share}`, { strength: 0.2 }, 'PATCH');
    await settle();
    expect(hits(await change(acme))).toEqual(['no_owner', 'offshore']);
    expect(hits(await pay(acme))).toEqual([]);
  });

  it('reports which ownership fields are missing in the coverage of an analysis', async () => {
    const missing = async (id: string): Promise<readonly string[]> =>
      (await send(`/entities/${id}/analyze`, { coverage: 'full', dryRun: true })).data.coverage.missing;
    const [unknown, { acme }] = [await company('Nothing known'), await owned(0.5)];
    expect(await missing(unknown)).toEqual(
      expect.arrayContaining(['ownership.countries', 'ownership.sanctionedPercent']),
    );
    expect(await missing(acme)).toEqual([]);
  });

  it('stores the ownership version read with the evaluation and replays equally after it changed', async () => {
    const { ana, acme, share } = await owned(0.6);
    const { evaluationId } = (await change(acme))['rulesResult'];
    await send(`/relationships/${share}`, { strength: 0.1 }, 'PATCH');
    await settle();
    const { evaluation } = (await api().call(`/evaluations/${evaluationId}?include=inputs`)).body;
    expect(evaluation.inputs.context.ownership).toMatchObject({
      beneficialOwners: [{ entityId: ana, name: 'Ana Rules', leastPercent: 60, certain: true, path: [ana, acme] }],
      ...{ knownPercent: 60, version: 1, asOf: expect.any(String) },
    });
    for (const mode of ['inputs', 'recompute'])
      expect(await send(`/evaluations/${evaluationId}/replay`, { mode })).toMatchObject({ equal: true });
    const made = await api().call(`/evaluations/${evaluationId}/test?ruleId=${ruleIds.get('sanctioned')}`);
    expect([made.status, made.text]).toEqual([200, expect.stringContaining('sanctionedPercent: 0')]);
  });

  it('does not read ownership when no rule names it', async () => {
    const stranger = {
      ...api(),
      call: (path: string, call: Call = {}) => api().call(path, { key: strangerKey(), ...call }),
    };
    await publishRule(stranger, { source: rule('named', 'company (created)', 'company.legalName is present') });
    const body = { type: 'company', name: 'Elsewhere', countryCode: 'BR' };
    const created = await stranger.call('/entities', { body });
    const { evaluationId } = created.body.rulesResult;
    const { evaluation } = (await stranger.call(`/evaluations/${evaluationId}?include=inputs`)).body;
    expect(evaluation.inputs.context.name).toBe('Elsewhere');
    expect(Object.keys(evaluation.inputs.context)).not.toContain('ownership');
  });

  it('uses the ownership at the time of each evaluation in a dry run', async () => {
    const period = () => ({ from: started.toISOString(), to: new Date(Date.now() + 1_000).toISOString() });
    const { acme, share } = await owned(0.9);
    for (const strength of [0.5, 0.9]) {
      await change(acme);
      await pay(acme);
      await send(`/relationships/${share}`, { strength }, 'PATCH');
      await settle();
    }
    // The first and third state have 90 percent; each was evaluated once, except the last one.
    for (const [recordType, triggers, condition, found] of [
      ['company', '(created, updated)', 'ownership.knownPercent = 50', 1],
      ['company', '(created, updated)', 'ownership.knownPercent = 90', 1],
      ['transaction', '(created)', 'origin.ownership.knownPercent = 90', 1],
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
