import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const rule = (key: string, when: string, then: string): object => ({
  source: `rule ${key} "${key}" {
  on transaction (created)
  score 40
  when ${when}
  then ${then}
}`,
});

let sent = 0;
const payment = (more: object = {}): Record<string, unknown> => ({
  externalId: `se-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  originExternalId: 'ana',
  transactedAt: '2026-03-01T10:00:00Z',
  ...more,
});

describe('stored evaluations', () => {
  let api: TestApi;
  let large: string;
  let often: string;
  let unsure: string;
  /** Evaluation of a payment that was hit by both of the first rules. */
  let evaluation: string;
  let answer: TestResponse;

  const pay = (more: object = {}): Promise<TestResponse> => api.call('/transactions', { body: payment(more) });
  const evaluationOf = ({ body, text }: TestResponse): string => {
    if (body.rulesResult === undefined) throw new Error(text);
    return body.rulesResult.evaluationId as string;
  };
  beforeAll(async () => {
    api = await startTestApi();
    await api.call('/entities', { body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' } });
    large = await publishRule(api, rule('large', 'transaction.amount >= 500 USD', 'suggest BLOCK'));
    often = await publishRule(
      api,
      rule('often', 'count(transactions from origin in last 24h) >= 2', 'alert LOW "{transaction.externalId}"'),
    );
    unsure = await publishRule(api, rule('unsure', 'transaction.channel = "web"', 'suggest FLAG'));
    await pay();
    answer = await pay({ amount: 812.5, channel: null });
    evaluation = evaluationOf(answer);
  });
  afterAll(() => api?.stop());

  it('returns the response, and with `include` what the rules read and why they decided', async () => {
    const { body } = await api.call(`/evaluations/${evaluation}?include=inputs,trace,whatIf`);
    expect(body.evaluation).toMatchObject({
      id: evaluation,
      recordType: 'transaction',
      recordId: answer.body.transaction.id,
      entityIds: [answer.body.transaction.originEntityId],
      trigger: 'transaction_created',
      evaluationType: 'RULES',
      stage: 'sync',
      engineVersion: '1',
      decision: 'REJECT',
      // One of the three fields named in the conditions has no value.
      confidence: 0.6667,
      inputs: { context: { amount: '812.5' }, facts: { windows: {} } },
    });
    expect(body.evaluation.rulesExecutionSummary).toEqual(answer.body.rulesExecutionSummary);
    expect(body.evaluation.inputsHash).toMatch(/^[0-9a-f]{64}$/);
    expect(body.evaluation.trace.map(({ ruleKey, outcome }: Body) => [ruleKey, outcome])).toEqual([
      ['large', 'hit'],
      ['often', 'hit'],
      ['unsure', 'unknown'],
    ]);
    const change = 'transaction.amount as USD < 500 USD';
    const [part, trial] = [body.whatIf[0].parts[0], body.whatIf[0].trial];
    expect(body.whatIf).toEqual([{ change, parts: [part], decision: 'APPROVE', rulesChanged: [large], trial }]);
    expect(part).toEqual({
      ruleId: large,
      comparison: 'transaction.amount >= 500 USD',
      becomes: false,
      field: 'transaction.amount',
      value: expect.anything(),
      count: null,
    });
    expect(trial).toMatchObject({ ruleId: large, ruleKey: 'large' });
    expect(trial.source).toContain('when transaction.amount > 812.5 USD\n');
    // The text of a rule is only visible to callers who may read rules.
    const reader = await createKeyWith(api, 'transactions:read');
    const seen = await api.call(`/evaluations/${evaluation}?include=whatIf`, { key: reader });
    expect(seen.body.whatIf[0].trial).toBeNull();
  });

  it('explains an evaluation rule by rule, with the records each window held', async () => {
    const path = `/evaluations/${evaluation}/explain`;
    const { body } = await api.call(`${path}?ruleId=${often}`);
    expect(body).toMatchObject({ evaluationId: evaluation, decision: 'REJECT', rules: [{ ruleId: often }] });
    expect(JSON.stringify(body.rules[0].tree)).toContain('"rowCount":2');
    expect((await api.call(path)).body.rules).toHaveLength(3);
    expect((await api.call(`${path}?ruleId=${evaluation}`)).status).toBe(404);
  });

  it('replays to the same bytes even when the rules have changed since', async () => {
    const later = evaluationOf(await pay({ amount: 600, channel: 'web' }));
    expect((await api.call(`/rules/${large}`, { method: 'PATCH', body: { status: 'inactive' } })).status).toBe(200);
    for (const id of [evaluation, later, evaluationOf(await pay({ amount: 900 }))]) {
      const { status, body } = await api.call(`/evaluations/${id}/replay`, { body: {} });
      expect([status, body]).toMatchObject([200, { equal: true, evaluationId: id, differences: [] }]);
      const stored = (await api.call(`/evaluations/${id}`)).body.evaluation;
      expect(body.replayed).toEqual(stored.rulesExecutionSummary);
      expect(body.original.decision).toBe(stored.decision);
    }
  });

  it('reports the differences on replay when the stored outcome was altered', async () => {
    const id = evaluationOf(await pay({ channel: 'web' }));
    await api.pool.query(
      `update evaluations set outcome = replace(outcome::text, '"riskScore":', '"riskScore":9')::json where id = $1`,
      [id],
    );
    const { body } = await api.call(`/evaluations/${id}/replay`, { body: { mode: 'inputs' } });
    expect(body).toMatchObject({ equal: false, differences: [{ path: 'outcome.riskScore', because: 'defect' }] });
  });

  it('refuses to replay an evaluation of an unavailable engine version and reports the reason', async () => {
    const id = evaluationOf(await pay());
    const other = `rs_${'1'.repeat(64)}`;
    await api.pool.query('update evaluations set rule_set_version = $2 where id = $1', [id, other]);
    const { status, body } = await api.call(`/evaluations/${id}/replay`, { body: {} });
    expect([status, body.error.code]).toEqual([409, 'ENGINE_VERSION_UNAVAILABLE']);
    expect((await api.call(`/evaluations/${id}`)).body.evaluation.engineVersion).toBeNull();
  });

  it('names the three rules that came closest to a hit, and what prevented it', async () => {
    const more = [
      ['near', 'transaction.amount >= 400 USD'],
      ['nearer', 'transaction.amount >= 350 USD and transaction.currency = "USD"'],
      ['far', 'transaction.currency = "EUR" and transaction.amount >= 3_000 USD'],
    ] as const;
    for (const [key, when] of more) await publishRule(api, rule(key, when, 'suggest FLAG'));
    const id = evaluationOf(await pay({ amount: 300, channel: 'web' }));
    const { neighbours } = (await api.call(`/evaluations/${id}?include=neighbours`)).body;
    expect(neighbours.slice(0, 2)).toMatchObject([
      { ruleKey: 'nearer', leaf: 'transaction.amount >= 350 USD', distance: 0.1429 },
      { ruleKey: 'near', needed: { $money: '400 USD' }, distance: 0.25 },
    ]);
    expect(neighbours.map(({ ruleKey }: Body) => ruleKey as string)).toEqual(['nearer', 'near', 'far']);
  });

  it('returns the payment as it was at evaluation time, whatever happened to it since', async () => {
    const paid = await pay({ channel: 'web' });
    const change = { method: 'PATCH', body: { channel: 'atm', metadata: { seen: true } } };
    expect((await api.call(`/transactions/${paid.body.transaction.id}`, change)).status).toBe(200);
    const { body } = await api.call(`/evaluations/${evaluationOf(paid)}/replay`, { body: { mode: 'recompute' } });
    expect(body).toMatchObject({ equal: true, differences: [], original: { decision: body.replayed.decision } });
  });

  it('explains a different outcome today: late, removed or corrected records, and changed rates', async () => {
    const counts = 'count(transactions from origin in last 24h where status = "CREATED") >= 1';
    await publishRule(api, rule('made', counts, 'alert LOW "{transaction.externalId}"'));
    const spent = 'sum(amount as EUR of transactions from origin in last 24h) >= 1 EUR';
    await publishRule(api, rule('spent', spent, 'alert LOW "{transaction.externalId}"'));
    await api.call('/entities', { body: { type: 'person', name: 'Ben', countryCode: 'BR', externalId: 'ben' } });
    const of = (day: number, hour = '10'): object => ({
      originExternalId: 'ben',
      transactedAt: `2026-04-${day}T${hour}:00:00Z`,
      channel: 'web',
    });
    const reasons = async (id: string): Promise<string[]> => {
      const { status, body } = await api.call(`/evaluations/${id}/replay`, { body: { mode: 'recompute' } });
      expect(status).toBe(200);
      return [...new Set(body.differences.map(({ because }: Body) => because as string))] as string[];
    };
    const late = evaluationOf(await pay(of(10)));
    expect(await reasons(late)).toEqual([]);
    const before = await pay(of(10, '09'));
    expect(await reasons(late)).toEqual(['late_record']);

    const corrected = evaluationOf(await pay(of(10, '11')));
    const earlier = [before.body.transaction.id];
    await api.pool.query(`update transactions set status = 'SUCCESSFUL' where id = $1`, earlier);
    expect(await reasons(corrected)).toEqual(['corrected_record']);

    const first = await pay(of(20));
    const deleted = evaluationOf(await pay(of(20, '11')));
    await api.pool.query('delete from transactions where id = $1', [first.body.transaction.id]);
    expect(await reasons(deleted)).toEqual(['deleted_record']);

    const rated = evaluationOf(await pay(of(25)));
    const rates = [{ base: 'EUR', quote: 'USD', date: '2026-04-25', rate: 1.1 }];
    expect((await api.call('/currency-rates', { method: 'PUT', body: { rates } })).status).toBe(200);
    expect(await reasons(rated)).toEqual(['rate_loaded']);
    const same = await api.call(`/evaluations/${rated}/replay`, { body: {} });
    expect(same.body).toMatchObject({ equal: true, differences: [] });
  });

  it('replays with another rule set of the same organization, and with no other', async () => {
    const [{ version: newest }] = (await api.call('/rule-sets?limit=1')).body.ruleSets as [{ version: string }];
    const replayed = await api.call(`/evaluations/${evaluation}/replay`, { body: { ruleSetVersion: newest } });
    expect(replayed.body).toMatchObject({ equal: false, ruleSetVersion: newest });
    expect(new Set(replayed.body.differences.map(({ because }: Body) => because as string))).toEqual(
      new Set(['rule_set']),
    );
    const none = await api.call(`/evaluations/${evaluation}/replay`, {
      body: { ruleSetVersion: `rs_${'0'.repeat(64)}` },
    });
    expect([none.status, none.body.error.code]).toEqual([404, 'RULE_SET_NOT_FOUND']);
  });

  it('hides personal data from callers without permission to read it, in every part of the response', async () => {
    const eva = { name: 'Eva Quintana', taxId: '390.533.447-05', externalId: 'eva', email: 'eva@quintana.example' };
    await api.call('/entities', { body: { type: 'person', countryCode: 'BR', ...eva } });
    const known = rule(
      'known',
      'origin.name = "Eva Quintana" or origin.taxId starts with "390"',
      'alert LOW "{origin.name}"',
    );
    const ruleId = await publishRule(api, known);
    const id = evaluationOf(
      await pay({ originExternalId: 'eva', deviceDetails: { ipAddress: '203.0.113.77', deviceId: 'eva-phone' } }),
    );
    const secrets = ['Quintana', '390.533.447-05', '39053344705', '203.0.113.77', 'eva-phone'];
    const seenBy = async (key?: string): Promise<string[]> => {
      const more = key === undefined ? {} : { key };
      const texts = [
        (await api.call(`/evaluations/${id}?include=inputs,trace,whatIf,neighbours`, more)).text,
        (await api.call(`/evaluations/${id}/explain?full=true`, more)).text,
        (await api.call('/evaluations?limit=100', more)).text,
        (await api.call(`/evaluations/${id}/replay`, { body: {}, ...more })).text,
        (await api.call(`/rules/${ruleId}/execute`, {
          body: { transactionId: answerOf, testMode: true, includeDebug: true },
          ...more,
        })).text,
      ]; // prettier-ignore
      return secrets.filter((secret) => texts.join(' ').includes(secret));
    };
    const answerOf = (await api.call(`/evaluations/${id}`)).body.evaluation.recordId as string;
    expect(await seenBy()).toEqual(expect.arrayContaining(['Quintana', '203.0.113.77']));
    expect(await seenBy(await createKeyWith(api, 'transactions:read', 'rules:execute'))).toEqual([]);
  });

  it.each([
    ['a rule', () => `ruleId=${large}`, true],
    ['a rule that hit', () => `ruleId=${often}&outcome=hit`, true],
    ['a rule that was unknown', () => `ruleId=${unsure}&outcome=unknown`, true],
    ['another outcome of a rule', () => `ruleId=${large}&outcome=unknown`, false],
    ['a rule that missed', () => `ruleId=${unsure}&outcome=no_hit`, false],
    ['an outcome of any rule', () => 'outcome=hit', true],
    ['no hit at all', () => 'outcome=no_hit', false],
    ['a batch', () => `batchJobId=${answer.body.transaction.id}`, false],
    ['the largest offset that there is', () => 'from=2020-01-01T00:00:00%2B15:59', true],
    ['decision and trigger', () => 'decision=REJECT&trigger=transaction_created', true],
    ['another decision', () => 'decision=APPROVE', false],
    ['the transaction', () => `transactionId=${answer.body.transaction.id}`, true],
    ['the entity', () => `entityId=${answer.body.transaction.originEntityId}`, true],
    ['the rule set', () => `ruleSetVersion=${answer.body.rulesResult.ruleSetVersion}`, true],
    ['a user event', () => `userEventId=${answer.body.transaction.id}`, false],
    ['a time that is over', () => 'to=2020-01-01T00:00:00Z', false],
  ])('finds evaluations by %s', async (_, query, isFound) => {
    const { status, body } = await api.call(`/evaluations?limit=100&${query()}`);
    expect(status).toBe(200);
    const ids = body.evaluations.map(({ id }: Body) => id as string);
    expect(ids.includes(evaluation)).toBe(isFound);
    expect(body.pagination.total).toBe(ids.length);
  });

  it('finds evaluations by a rule that was evaluated and missed, but not by a rule that was not evaluated', async () => {
    const first = evaluationOf(await pay({ amount: 1, channel: 'atm' }));
    const single = await publishRule(api, rule('single', 'transaction.amount >= 9_999 USD', 'suggest FLAG'));
    const paid = await pay({ amount: 2, channel: 'atm' });
    const second = evaluationOf(paid);
    const missed = async (query: string): Promise<string[]> => {
      const { body } = await api.call(`/evaluations?limit=100&outcome=no_hit&${query}`);
      const ids = body.evaluations.map(({ id }: Body) => id as string);
      expect(body.pagination.total).toBe(ids.length);
      return ids;
    };
    expect(await missed(`ruleId=${single}`)).toEqual([second]);
    expect(await missed(`ruleId=${unsure.toUpperCase()}`)).toEqual(expect.arrayContaining([first, second]));
    expect(await missed(`ruleId=${unsure}&ruleSetVersion=${paid.body.rulesResult.ruleSetVersion}`)).toEqual([second]);
    expect(await missed(`ruleId=${answer.body.transaction.id}`)).toEqual([]);
    const alone = { body: { transactionId: paid.body.transaction.id } };
    const executed = await api.call(`/rules/${single}/execute`, alone);
    expect(executed.status).toBe(200);
    expect(await missed(`ruleId=${single}`)).toHaveLength(2);
  });

  it('finds evaluations by the batch of their payment and names the batch', async () => {
    const transactions = [payment(), payment()];
    const { body } = await api.call('/transactions/batch', { body: { transactions } });
    const found = (await api.call(`/evaluations?batchJobId=${body.jobId}`)).body;
    expect(found.pagination.total).toBe(2);
    const sent = body.transactions.map(({ lastEvaluationId }: Body) => lastEvaluationId as string);
    expect(found.evaluations.map(({ id }: Body) => id as string).sort()).toEqual(sent.sort());
    const read = await api.call(`/evaluations/${sent[0]}`);
    expect([found.evaluations[0].batchJobId, read.body.evaluation.batchJobId]).toEqual([body.jobId, body.jobId]);
    expect((await api.call(`/evaluations/${evaluation}`)).body.evaluation.batchJobId).toBeNull();
  });

  it('shows evaluations to callers who may read the record; replay also requires permission to run rules', async () => {
    const people = await createKeyWith(api, 'entities:read', 'rules:execute');
    for (const path of ['', '/explain', '/replay']) {
      const body = path === '/replay' ? { body: {} } : {};
      const refused = await api.call(`/evaluations/${evaluation}${path}`, { key: people, ...body });
      expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'transactions:read']);
      // The message is also shown to people, who have no key.
      expect(refused.text).toContain('The request lacks the permission transactions:read');
    }
    expect((await api.call('/evaluations', { key: people })).body.evaluations).toEqual([]);
    const payments = await createKeyWith(api, 'transactions:read');
    expect((await api.call(`/evaluations/${evaluation}`, { key: payments })).status).toBe(200);
    expect((await api.call('/evaluations', { key: await createKeyWith(api, 'rules:read') })).status).toBe(403);
  });
});
