import { copyEvaluations } from '../../../../test/support/copy-evaluations.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const api = useTestApi();

const patch = (id: string, body: object): Promise<TestResponse> =>
  api().call(`/rules/${id}`, { method: 'PATCH', body });

async function read(path: string): Promise<Body> {
  const answer = await api().call(path);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

async function pay(more: object): Promise<Body> {
  const body = { externalId: `watched-${nextNumber()}`, type: 'PAYMENT', currency: 'USD', ...more };
  const answer = await api().call('/transactions', { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

// Must be the first in the file, since it examines every payment of the organization.
describe('fields that rules may read', () => {
  const fieldsOf = async (query: string): Promise<Map<string, Body>> => {
    const { fields } = await read(`/rules/fields?targetEntityType=transaction${query}`);
    return new Map(fields.map((field: Body) => [field.path, field]));
  };

  it('are returned with statistics from the records of the organization', async () => {
    const ana = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
    expect((await api().call('/entities', { body: ana })).status).toBe(201);
    for (let amount = 1; amount <= 20; amount += 1)
      await pay({ amount, ...(amount <= 15 && { originExternalId: 'ana' }), ...(amount <= 5 && { channel: 'app' }) });
    await pay({ amount: 9_999, currency: 'BRL', channel: 'app' });
    await pay({ amount: 1, channel: 'only here' });
    const { sampleSize, asOf } = await read('/rules/fields?targetEntityType=transaction&search=amount');
    expect([sampleSize, typeof asOf]).toEqual([22, 'string']);
    const fields = await fieldsOf('');
    expect(fields.get('transaction.amount')).toMatchObject({
      jsonPath: 'amount',
      type: 'money',
      nullable: false,
      derived: true,
      fillRate: 1,
      topValues: null,
      quantiles: {
        p5: { $money: '1 USD' },
        p50: { $money: '10 USD' },
        p95: { $money: '19 USD' },
        p99: { $money: '20 USD' },
      },
    });
    expect(fields.get('transaction.amount').operators).toEqual(expect.arrayContaining(['eq', 'gte', 'between']));
    expect(fields.get('transaction.channel')).toMatchObject({
      fillRate: 7 / 22,
      // A value that occurs in a single record only is not shown.
      topValues: [{ value: 'app', share: 6 / 7 }],
      quantiles: null,
    });
    expect(fields.get('origin.countryCode')).toMatchObject({
      fillRate: 15 / 22,
      topValues: [{ value: 'BR', share: 1 }],
    });
    expect(fields.get('origin.name')).toMatchObject({ sensitive: true, fillRate: 15 / 22, topValues: null });
    expect(fields.get('transaction.status').enum).toContain('SUSPENDED');
    expect(fields.get('transaction.status').operators).not.toContain('gte');
  });

  it('name the country a field is limited to', async () => {
    const countries = async (target: string): Promise<unknown> => {
      const { body } = await api().call(`/rules/fields?targetEntityType=${target}&include=none`);
      return Object.fromEntries(
        (body.fields as Body[]).flatMap(({ path, countryCode }) => (countryCode === null ? [] : [[path, countryCode]])),
      );
    };
    expect(await countries('company')).toEqual({ 'company.cnae': 'BR', 'company.cnaeDescription': 'BR' });
    expect(await countries('transaction')).toMatchObject({
      'instrument.pixKey': 'BR',
      'originAccount.details.cbu': 'AR',
    });
  });

  it('have examples that are valid in conditions', async () => {
    const all = [...(await fieldsOf('&include=none')).values()];
    const fields = all.filter(({ operators, example }) => operators.includes('eq') && example !== null);
    expect(fields.length).toBeGreaterThan(200);
    for (let from = 0; from < fields.length; from += 50) {
      const conditions = fields
        .slice(from, from + 50)
        .map(({ jsonPath, example }) => ({ field: jsonPath, operator: 'eq', value: example }));
      const body = { conditions: { operator: 'OR', conditions }, targetEntityTypes: ['transaction'], lint: 'errors' };
      expect((await api().call('/rules/validate', { body })).body.diagnostics).toEqual([]);
    }
  });

  it('can be filtered by search word and path prefix, without reading records when none are requested', async () => {
    expect([...(await fieldsOf('&prefix=origin.person.&include=none')).keys()]).toContain('origin.person.isPep');
    const found = await fieldsOf('&search=CURRENCY&include=none');
    expect(found.get('transaction.currency')).not.toHaveProperty('fillRate');
    expect(found.has('transaction.channel')).toBe(false);
    const answer = await api().call('/rules/fields?targetEntityType=thing');
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  });
});

describe('comparison of two rule versions', () => {
  const source = (n: number, when: string): string => `rule compared_${n} "Compared ${n}" {
  on transaction (created)
  score 10

  when ${when}

  then suggest FLAG
}
`;
  const before = 'transaction.amount >= 100 USD and transaction.channel = "app"';
  const after =
    'transaction.amount >= 50 USD and transaction.channel in ["app", "web"] and transaction.amount < 1_000 USD';

  /** Creates a rule whose version 3 runs in shadow next to version 2. */
  async function shadowed(): Promise<{ readonly id: string; readonly n: number }> {
    const n = nextNumber();
    const id = await publishRule(api(), { source: source(n, before) });
    await patch(id, { source: source(n, after), stage: true });
    expect((await patch(id, { status: 'shadow', version: 3 })).status).toBe(200);
    return { id, n };
  }

  const payments: readonly [string, object, string | null][] = [
    ['lower', { amount: 60, channel: 'app' }, 'gained'],
    ['web', { amount: 150, channel: 'web' }, 'gained'],
    ['both', { amount: 60, channel: 'web' }, 'gained'],
    ['large', { amount: 2_000, channel: 'app' }, 'lost'],
    ['same', { amount: 150, channel: 'app' }, 'same'],
    ['neither', { amount: 10, channel: 'app' }, null],
    ['not known', { amount: 150 }, null],
    ['known again', { amount: 5_000 }, 'unknown'],
  ];

  it('returns, for records evaluated by both, the decisions of each and the change that caused them', async () => {
    const { id } = await shadowed();
    const sent = new Map<string, string>();
    for (const [name, more] of payments) {
      const { transaction, rulesResult } = await pay(more);
      const versions = [...rulesResult.rulesExecutionSummary.rulesHit, ...rulesResult.rulesExecutionSummary.rulesNoHit];
      expect(versions.filter(({ ruleId }: Body) => ruleId === id)).toHaveLength(2);
      sent.set(name, transaction.id);
    }
    const alert = { name: 'seen', severity: 'HIGH', transactionId: sent.get('web') };
    const { alert: made } = (await api().call('/intelligence/alerts', { body: alert })).body;
    const resolution = { resolution: 'CONFIRMED_RISK', resolutionNotes: 'it was fraud' };
    expect((await api().call(`/intelligence/alerts/${made.id}/resolve`, { body: resolution })).status).toBe(200);

    const { textDiff, treeDiff, behaviour, overlap } = await read(`/rules/${id}/compare?base=2&head=3`);
    expect(textDiff).toContain(`-  when transaction.amount >= 100 USD`);
    expect(treeDiff).toContainEqual({
      kind: 'changed',
      at: 'transaction.amount',
      words: 'threshold 100 USD → 50 USD (transaction.amount)',
    });
    expect(behaviour).toMatchObject({
      source: 'shadow',
      records: payments.length,
      gained: 3,
      lost: 1,
      same: 1,
      unknown: { base: 2, head: 1 },
      confirmed: { gained: 1, lost: 0 },
      decisionFlips: [
        { from: 'APPROVE', to: 'REVIEW_REQUIRED', count: 3 },
        { from: 'REVIEW_REQUIRED', to: 'APPROVE', count: 1 },
      ],
      explained: 5,
      verdict: null,
    });
    const madeBy = behaviour.attribution.map(({ before: was, after: is, gained, lost }: Body) => [
      was,
      is,
      gained,
      lost,
    ]);
    expect(madeBy).toEqual(
      expect.arrayContaining([
        ['100 USD', '50 USD', 1, 0],
        ['', '', 1, 0],
        ['', 'transaction.amount < 1_000 USD', 0, 1],
      ]),
    );
    expect(overlap).toEqual([]);

    for (const change of ['gained', 'lost', 'same', 'unknown']) {
      const { matches } = await read(`/rules/${id}/compare/matches?base=2&head=3&change=${change}`);
      const own = payments.filter(([, , is]) => is === change).map(([name]) => sent.get(name));
      expect([change, matches.map(({ recordId }: Body) => recordId).reverse()]).toEqual([change, own]);
    }
    const first = await read(`/rules/${id}/compare/matches?base=2&head=3&limit=4`);
    const rest = await read(`/rules/${id}/compare/matches?base=2&head=3&limit=4&cursor=${first.pagination.nextCursor}`);
    const all = [...first.matches, ...rest.matches];
    expect(all).toHaveLength(6);
    expect(all.find(({ recordId }: Body) => recordId === sent.get('web'))).toMatchObject({
      change: 'gained',
      amount: 150,
      currency: 'USD',
      label: 'positive',
      decisionBaseline: 'APPROVE',
      decisionCandidate: 'REVIEW_REQUIRED',
      totalScoreBaseline: 0,
      totalScoreCandidate: 10,
    });
    await patch(id, { status: 'archived' });
  });

  it('compares only the texts of versions that never ran together, and fails for an unknown version', async () => {
    const id = await publishRule(api(), { source: ruleText() });
    await patch(id, { score: 60 });
    const { behaviour, treeDiff } = await read(`/rules/${id}/compare?base=2&head=3`);
    expect(behaviour).toBeNull();
    expect(treeDiff).toEqual([{ kind: 'changed', at: 'score', words: 'score 10 → 60' }]);
    for (const [query, status] of [
      ['base=2&head=9', 404],
      ['base=2', 400],
      [`base=2&head=3&dryRunId=${unknownId}`, 404],
      ['base=2&head=3&from=2026-02-02T00:00:00Z&to=2026-01-01T00:00:00Z', 400],
    ] as const)
      expect([query, (await api().call(`/rules/${id}/compare?${query}`)).status]).toEqual([query, status]);
    await patch(id, { status: 'archived' });
  });
});

describe('rule drift', () => {
  it('is detected in the inputs of a rule and reported once', async () => {
    const drifting = await publishRule(api(), {
      source: ruleText('transaction.amount >= 100 USD and transaction.channel = "app"'),
    });
    const steady = await publishRule(api(), { source: ruleText('transaction.currency = "USD"') });
    const hit = (await pay({ amount: 150, channel: 'app' })).rulesResult.evaluationId;
    const miss = (await pay({ amount: 10, channel: 'app' })).rulesResult.evaluationId;
    const copy = (id: string, days: number, from: number, without: number) =>
      copyEvaluations(api(), { id, days, from, without });
    await copy(miss, 20, 0, 1_000);
    await copy(hit, 15, 0, 1_000);
    expect((await read(`/rules/${drifting}/drift`)).status).toBe('stable');
    await copy(hit, 3, 300, 4);
    await copy(hit, 2, 300, 4);
    await copy(hit, 1, 300, 4);

    const drift = await read(`/rules/${drifting}/drift`);
    const inputs = new Map<string, Body>(drift.inputs.map((input: Body) => [input.path, input]));
    expect([...inputs.keys()]).toEqual(['transaction.amount', 'transaction.channel']);
    expect(drift).toMatchObject({
      status: 'drifted',
      hitRate: { expected: 0.5, observed: 1201 / 1202, factor: 1201 / 601 },
      unknownRate: { expected: 0, observed: 0 },
    });
    expect(inputs.get('transaction.amount')).toMatchObject({ fillRate: { reference: 1, now: 1 }, status: 'drifted' });
    expect(inputs.get('transaction.amount').psi).toBeGreaterThan(0.25);
    expect(inputs.get('transaction.amount').topChange).toMatchObject({ from: { $money: '361 USD' }, below: null });
    // Its values have not changed, but it is missing more often.
    expect(inputs.get('transaction.channel').psi).toBeLessThan(0.1);
    expect(inputs.get('transaction.channel').status).toBe('drifted');
    expect(inputs.get('transaction.channel').fillRate.now).toBeCloseTo(0.75, 1);

    expect(await read(`/rules/${steady}/drift`)).toMatchObject({
      status: 'stable',
      inputs: [
        {
          path: 'transaction.currency',
          status: 'stable',
          topChange: { value: 'USD', reference: 1, now: expect.closeTo(1, 1) },
        },
      ],
    });
    await read(`/rules/${drifting}/drift`);
    const { rows } = await api().pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = 'rule.drift_detected' order by seq, place`,
    );
    expect(rows).toHaveLength(1);
    const [told] = rows.map(({ payload }) => (typeof payload === 'string' ? JSON.parse(payload) : payload));
    expect(told).toMatchObject({ ruleId: drifting, rule: { status: 'active', version: 2 }, status: 'drifted' });
  });
});
