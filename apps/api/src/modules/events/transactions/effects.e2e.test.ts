import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

let sent = 0;
const payment = (more: object = {}): Record<string, unknown> => ({
  externalId: `e-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  transactedAt: '2026-03-01T10:00:00Z',
  ...more,
});

const rule = (key: string, category: string, then: string, more = ''): object => ({
  source: `${more}rule ${key} "${key}" {
  on transaction (created)
  when transaction.category = "${category}"
  then ${then}
}`,
});

describe('effects of rule hits', () => {
  let api: TestApi;
  let watched: string;
  const person = async (externalId: string, status = 'active'): Promise<string> => {
    const body = { type: 'person', name: externalId, countryCode: 'BR', externalId, status };
    return (await api.call('/entities', { body })).body.entity.id;
  };
  const pay = (category: string, originExternalId: string, more: object = {}): Promise<TestResponse> =>
    api.call('/transactions', { body: payment({ category, originExternalId, ...more }) });
  const executed = ({ body }: TestResponse): Body => body.rulesExecutionSummary.actionsExecuted;
  const statusOf = async (id: string): Promise<string> => (await api.call(`/entities/${id}`)).body.status;
  const items = async (): Promise<readonly Body[]> =>
    (
      await api.pool.query(
        'select id, primary_value, reason, added_by from data_list_items where list_id = $1 order by id',
        [watched],
      )
    ).rows;

  beforeAll(async () => {
    api = await startTestApi();
    const list = await api.call('/data-lists', { body: { name: 'watched', type: 'custom', source: 'internal' } });
    watched = list.body.data.id;
  });
  afterAll(() => api?.stop());

  it('raises an alert once per origin within its period, also for concurrent payments', async () => {
    for (const name of ['ana', 'ben']) await person(name);
    const id = await publishRule(api, rule('once', 'once', 'alert HIGH "x" once per origin in 24h'));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => pay('once', index % 2 ? 'ana' : 'ben')));
    const alerts = answers.flatMap((answer) => executed(answer).alerts as Body[]);
    expect(alerts).toHaveLength(20);
    expect(new Set(alerts.map(({ alertId }) => alertId)).size).toBe(2);
    expect(alerts.filter(({ deduplicatedInto }) => deduplicatedInto !== undefined)).toHaveLength(18);
    const stored = (await api.call(`/intelligence/alerts?ruleId=${id}`)).body.alerts;
    expect(stored.map(({ duplicateCount }: Body) => duplicateCount)).toEqual([9, 9]);
    expect(stored[0]).toMatchObject({
      entity: { type: 'person' },
      triggerCondition: { ruleName: 'once', conditions: [{ field: 'category', outcome: 'true' }] },
    });
    await pay('once', 'ana', { transactedAt: '2026-03-02T10:00:00Z' });
    expect((await api.call(`/intelligence/alerts?ruleId=${id}`)).body.count).toBe(3);
  });

  it('adds values to a list once, and the next payment finds them there', async () => {
    await person('eva');
    const actions = 'add origin.externalId to watched, originAccount.details.iban to watched because "seen"';
    await publishRule(api, rule('lister', 'list', actions, 'list watched = "watched"\n\n'));
    await publishRule(api, {
      source: `rule listed "listed" {
  on transaction (created)
  when origin.externalId in list "${watched}"
  then suggest BLOCK
}`,
    });
    const first = await pay('list', 'eva');
    expect(first.body.transaction.decision).toBe('APPROVE');
    expect(executed(first).skipped).toMatchObject([{ type: 'addFieldToCustomList', reason: 'empty' }]);
    expect(await items()).toMatchObject([
      {
        primary_value: 'eva',
        reason: 'seen',
        added_by: { type: 'rule', evaluationId: first.body.transaction.lastEvaluationId },
      },
    ]);
    const second = await pay('list', 'eva', { originDetails: { iban: 'DE1' } });
    expect(second.body.transaction.decision).toBe('REJECT');
    expect(executed(second).skipped).toMatchObject([{ type: 'addFieldToCustomList', reason: 'duplicate' }]);
    expect((await items()).map((item) => item.primary_value)).toEqual(['eva', 'DE1']);
    const over = `set expires_at = now() - interval '1 second' where item_id`;
    const [{ id: itemId }] = (await items()) as unknown as [{ id: string }];
    await api.pool.query(`update data_list_keys ${over} = $1`, [itemId]);
    await api.pool.query(`update data_list_items ${over.replace('item_id', 'id')} = $1`, [itemId]);
    const revision = async () => (await api.call(`/data-lists/${watched}`)).body.data;
    const before = await revision();
    expect((await pay('list', 'eva')).body.transaction.decision).toBe('APPROVE');
    expect(await revision()).toMatchObject({ itemCount: before.itemCount, revision: before.revision + 1 });
    expect((await pay('list', 'eva')).body.transaction.decision).toBe('REJECT');
  });

  it('adds values that are not text to a list as records store them, and each element of an array separately', async () => {
    const paths = [
      'transaction.amount',
      'transaction.transactedAt',
      'transaction.deviceDetails.isVpn',
      'transaction.metadata.tags',
    ];
    const body = { name: 'kinds', type: 'custom', source: 'internal' };
    const { id } = (await api.call('/data-lists', { body })).body.data;
    const adds = paths.map((path) => `${path} to kinds`).join(', ');
    await publishRule(api, rule('kind', 'kinds', `add ${adds}`, 'list kinds = "kinds"\n\n'));
    const more = {
      amount: 12.5,
      transactedAt: '2026-03-01T10:00:00Z',
      deviceDetails: { isVpn: true },
      metadata: { tags: ['a', '', 'b', { c: 1 }, null, 'a', 7] },
    };
    expect(executed(await pay('kinds', 'eva', more)).skipped).toBeUndefined();
    const listed = (await api.call(`/data-lists/${id}/items`)).body.items.map(({ primaryValue }: Body) => primaryValue);
    expect(listed.sort()).toEqual(['12.5', '2026-03-01T10:00:00.000Z', '7', 'a', 'b', 'true']);
    const long = await pay('kinds', 'eva', { ...more, metadata: { tags: ['x'.repeat(2_001)] } });
    expect(executed(long).failed).toMatchObject([{ type: 'addFieldToCustomList', code: 'LIST_VALUE_TOO_LONG' }]);
  });

  it('evaluates the rule to unknown for an archived list, never to "not listed", and does not add to the list', async () => {
    await api.pool.query(`update data_lists set status = 'archived' where id = $1`, [watched]);
    const answer = await pay('list', 'eva');
    expect(answer.body.transaction.decision).toBe('APPROVE');
    expect(answer.body.rulesExecutionSummary.rulesNoHit).toContainEqual(
      expect.objectContaining({
        ruleKey: 'listed',
        outcome: 'unknown',
        unknownBecause: [expect.objectContaining({ cause: 'list_unavailable' })],
      }),
    );
    expect(executed(answer).failed).toMatchObject([
      { type: 'addFieldToCustomList', status: 'failed', code: 'LIST_NOT_WRITABLE' },
    ]);
    await api.pool.query(`update data_lists set status = 'active' where id = $1`, [watched]);
  });

  it('applies the most restrictive status, and does not let a rule reactivate a blocked entity', async () => {
    const id = await person('leo');
    await publishRule(api, rule('review', 'strict', 'set status of origin to under_review'));
    await publishRule(api, rule('suspend', 'strict', 'set status of origin to suspended because "two rules"'));
    await publishRule(api, rule('wake', 'wake', 'set status of origin to active'));
    const answer = await pay('strict', 'leo');
    expect(executed(answer).status).toBe('suspended');
    expect(await statusOf(id)).toBe('suspended');
    expect(executed(await pay('wake', 'leo')).status).toBe('active');
    const blocked = await person('ivy', 'blocked');
    const refused = await pay('wake', 'ivy');
    expect(refused.status).toBe(201);
    expect(executed(refused)).toMatchObject({
      status: null,
      failed: [{ type: 'updateEntityStatus', status: 'failed' }],
    });
    expect(await statusOf(blocked)).toBe('blocked');
  });

  it('skips an action without its entity', async () => {
    expect(executed(await pay('strict', 'nobody')).skipped).toMatchObject([
      { reason: 'no_target' },
      { reason: 'no_target' },
    ]);
  });

  it('stores a transaction with the status a rule sets if the transition is allowed', async () => {
    await publishRule(api, rule('stop', 'stop', 'set status of transaction to SUSPENDED because "stop"'));
    const stopped = await pay('stop', 'ana');
    expect(stopped.body.transaction).toMatchObject({
      status: 'SUSPENDED',
      statusHistory: [{ status: 'SUSPENDED', previousStatus: 'CREATED', reason: 'stop' }],
    });
    const closed = await pay('stop', 'ana', { status: 'SUCCESSFUL' });
    expect(closed.body.transaction).toMatchObject({ status: 'SUCCESSFUL', statusHistory: [] });
    expect(executed(closed).failed).toMatchObject([{ code: 'INVALID_STATUS_TRANSITION' }]);
  });

  it('lists a shadow rule and applies none of its effects', async () => {
    const id = await person('sam');
    const ruleId = await publishRule(
      api,
      rule(
        'shadowed',
        'shadow',
        'alert CRITICAL "x"\n       suggest BLOCK\n       set status of origin to blocked because "x"',
      ),
      'shadow',
    );
    const answer = await pay('shadow', 'sam');
    expect(answer.body.transaction).toMatchObject({ decision: 'APPROVE', flagged: false, riskScore: 0 });
    expect(
      answer.body.rulesExecutionSummary.rulesHit.length + answer.body.rulesExecutionSummary.rulesNoHit.length,
    ).toBeGreaterThan(0);
    expect(answer.text).toContain(`"ruleId":"${ruleId}"`);
    expect(executed(answer)).toMatchObject({ alerts: [], suggestion: null, status: null });
    expect(await statusOf(id)).toBe('active');
    expect((await api.call(`/intelligence/alerts?ruleId=${ruleId}`)).body.count).toBe(0);
  });

  it('requests a review for a rule that asks for it on unknown, and raises one alert a day', async () => {
    const id = await publishRule(api, {
      source: `rule unknowing "unknowing" {
  on transaction (created)
  when transaction.metadata.device = "x"
  unknown review
  then suggest BLOCK
}`,
    });
    const answers = [await pay('none', 'ana'), await pay('none', 'ana')];
    for (const answer of answers) expect(answer.body.transaction.decision).toBe('REVIEW_REQUIRED');
    const { alerts } = (await api.call(`/intelligence/alerts?ruleId=${id}`)).body;
    expect(alerts).toMatchObject([{ name: 'Missing data: unknowing', severity: 'LOW', duplicateCount: 1 }]);
  });
});
