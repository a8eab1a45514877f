import { storePolicy } from '../../../../test/support/store-policy.js';
import { seededRandom } from '@tamis/stdx';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import { ruleSetVersion, type RuleSetContent } from '@tamis/engine';

import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

/** The number of changes before every set of the history is restored: fifty in the deep test. */
const changes = Math.min(propertyRuns(10).numRuns, 50);

describe('POST /rule-sets/{version}/activate', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const send = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    api.call(path, { method, ...(body !== undefined && { body }) });
  const done = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const active = async (): Promise<Body> => (await done('GET', '/rule-sets/active')).ruleSet;
  const activate = (version: unknown, more: object = {}): Promise<TestResponse> =>
    send('POST', `/rule-sets/${String(version)}/activate`, { reason: 'It decided better', ...more });
  const pay = (amount: number): Promise<Body> =>
    done('POST', '/transactions', { externalId: `a-${nextNumber()}`, type: 'FEE', amount, currency: 'USD' });
  const putNames = async (source: string): Promise<Body> => {
    const { version: ifVersion } = await done('GET', '/rules/library');
    return done('PUT', '/rules/library', { source, ifVersion });
  };
  const policy = (requireSecondPerson: boolean): Promise<void> => storePolicy(api, { requireSecondPerson });
  /** Returns everything that a rollback changes. */
  const everything = async (): Promise<Body> =>
    Promise.all(
      ['/rules?pageSize=100&sortBy=name', '/rules/library', '/rules/params', '/risk-matrices', '/rule-sets'].map(
        async (path) => ({ ...(await done('GET', path)), requestId: null }),
      ),
    );

  const names = `param limit = 100 USD between 1 USD and 900 USD\nconst kinds = ["FEE"]\n`;

  it('restores rules, matrices, names and parameters immediately as new versions with the old content', async () => {
    await putNames(names);
    const core = (await done('POST', '/risk-matrices', { name: 'Core', status: 'active' })).riskMatrix.id;
    const spare = (await done('POST', '/risk-matrices', { name: 'Spare' })).riskMatrix.id;
    const source = ruleText('transaction.amount >= limit and transaction.type in kinds');
    const kept = await publishRule(api, { source });
    const stopped = await publishRule(api, { source: ruleText() });
    await send('PATCH', `/rules/${kept}`, { riskMatrixIds: [core] });
    await done('PUT', '/risk-matrices/defaults', { transaction: [core] });
    const set = await active();
    const decided = (await pay(150)).rulesResult;
    expect(decided).toMatchObject({ ruleSetVersion: set.version, rulesTriggered: 1 });
    const { rule: before } = await done('GET', `/rules/${kept}`);

    await done('PATCH', '/rules/params/limit', { value: { $money: '500 USD' }, reason: 'A test of sets' });
    await putNames(names.replace('"FEE"', '"PAYMENT"'));
    await done('PATCH', `/rules/${kept}`, { score: 90 });
    await done('DELETE', `/rules/${stopped}`);
    const scoringConfig = { minScore: 0, maxScore: 50, thresholds: { low: 5, medium: 6, high: 7 } };
    await done('PATCH', `/risk-matrices/${core}`, { scoringConfig, status: 'shadow' });
    await done('PATCH', `/risk-matrices/${spare}`, { status: 'active' });
    await done('PUT', '/risk-matrices/defaults', { transaction: [spare] });
    const later = await publishRule(api, { source: ruleText() });
    const beside = await active();
    expect((await pay(150)).rulesResult.rulesTriggered).toBe(0);

    const answer = await activate(set.number);
    expect(answer).toMatchObject({ status: 200, body: { previousVersion: beside.version } });
    const { ruleSet, changes: said, dryRunId } = answer.body;
    const { dryRun } = await done('GET', `/rules/dry-runs/${dryRunId}`);
    expect(dryRun).toMatchObject({
      candidate: { ruleSetVersion: set.version },
      baseline: { ruleSetVersion: beside.version },
      request: { to: expect.any(String) },
    });
    expect([ruleSet.version, ruleSet.number, ruleSet.deactivatedAt]).toEqual([set.version, set.number, null]);
    expect(ruleSet.periods.length).toBe(set.periods.length + 1);
    expect(said).toContainEqual({ key: before.key, from: 4, to: 5, words: ['score 90 → 10'] });
    expect(said).toContainEqual({
      key: 'param limit',
      from: { $money: '500 USD' },
      to: { $money: '100 USD' },
      words: [expect.any(String)],
    });
    expect(said.map(({ key }: Body) => key)).toEqual(expect.arrayContaining(['matrix core', 'matrix spare']));
    expect((await pay(150)).rulesResult).toMatchObject({ ruleSetVersion: set.version, rulesTriggered: 1 });

    const after = (await done('GET', `/rules/${kept}`)).rule;
    expect(after).toMatchObject({
      version: 5,
      activeVersion: 5,
      source: before.source,
      contentHash: before.contentHash,
    });
    expect((await done('GET', `/rules/${kept}/versions`)).versions).toHaveLength(5);
    expect((await done('GET', `/rules/${stopped}`)).rule).toMatchObject({ status: 'active', enabled: true });
    expect((await done('GET', `/rules/${later}`)).rule).toMatchObject({ status: 'inactive', enabled: false });
    expect((await done('GET', `/risk-matrices/${spare}`)).riskMatrix.status).toBe('inactive');
    const { rows } = await api.pool.query(
      `select payload from outbox_events where event = 'rule_set.activated' order by id desc limit 1`,
    );
    expect(rows[0].payload).toMatchObject({ ruleSetVersion: set.version, reason: 'It decided better' });
    const trail = (await done('GET', '/audit/events?limit=100')).events.map(({ event }: Body) => event);
    for (const event of ['rule_set_activated', 'rule_updated', 'risk_matrix_updated', 'rule_library_updated'])
      expect(trail).toContain(event);
    expect((await activate(beside.number)).body.ruleSet.version).toBe(beside.version);
  });

  it('reports the changes with `preview`, and changes nothing', async () => {
    const before = await everything();
    const { body } = await activate(2, { preview: true });
    expect(body).toMatchObject({ ruleSet: { number: 2 }, changes: expect.arrayContaining([expect.anything()]) });
    expect(body.dryRunId).toBeNull();
    expect(await everything()).toEqual(before);
    expect((await activate(2)).body.changes.map(({ key }: Body) => key)).toEqual(
      body.changes.map(({ key }: Body) => key),
    );
  });

  it.each<[string, () => Promise<TestResponse>, number, string]>([
    ['the set in force', async () => activate((await active()).version), 409, 'RULE_SET_ALREADY_ACTIVE'],
    ['no set', () => activate(9_999), 404, 'RULE_SET_NOT_FOUND'],
    ['without a reason', () => activate(1, { reason: 'no' }), 400, 'VALIDATION_ERROR'],
    ['when another is in force', () => activate(1, { ifActive: `rs_${'0'.repeat(64)}` }), 409, 'VERSION_CONFLICT'],
    ['with a member that it does not know', () => activate(1, { restoreList: true }), 400, 'VALIDATION_ERROR'],
  ])('rejects %s', async (_, call, status, code) => {
    const answer = await call();
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('names the lists and matrices of a rule set that no longer exist', async () => {
    const list = (await done('POST', '/data-lists', { name: 'Gone', type: 'custom', source: 'internal' })).data.id;
    const matrix = (await done('POST', '/risk-matrices', { name: 'Gone too', status: 'active' })).riskMatrix.id;
    const id = await publishRule(api, { source: ruleText(`origin.taxId in list "Gone"`) });
    const { number } = await active();
    await done('DELETE', `/rules/${id}`);
    await done('DELETE', `/data-lists/${list}`);
    await done('DELETE', `/risk-matrices/${matrix}`);
    const answer = await activate(number);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'RULE_SET_INCOMPLETE']);
    expect(Object.keys(answer.body.error.details).sort()).toEqual(['lists.Gone', 'matrices.gone_too']);
  });

  it('leaves list items as they are, or restores them on request', async () => {
    const list = (await done('POST', '/data-lists', { name: 'Seen', type: 'custom', source: 'internal' })).data.id;
    const items = (...values: string[]) => ({ items: values.map((primaryValue) => ({ primaryValue })) });
    const values = async (): Promise<readonly string[]> =>
      (await done('GET', `/data-lists/${list}/items`)).items.map(({ primaryValue }: Body) => primaryValue).sort();
    await done('POST', `/data-lists/${list}/items`, items('one', 'two'));
    const id = await publishRule(api, { source: ruleText(`transaction.externalId in list "Seen"`) });
    const { number, lists } = await active();
    expect(lists).toEqual([{ listId: list, name: 'Seen', revision: 1 }]);
    const [{ id: gone }] = (await done('GET', `/data-lists/${list}/items?search=one`)).items;
    await done('DELETE', `/data-lists/${list}/items/${gone}`);
    await done('POST', `/data-lists/${list}/items`, items('three'));
    await done('PATCH', `/rules/${id}`, { score: 11 });
    const other = (await active()).number;
    expect(await values()).toEqual(['three', 'two']);
    expect((await activate(number, { restoreLists: true })).status).toBe(200);
    expect(await values()).toEqual(['one', 'two']);
    expect((await activate(other)).status).toBe(200);
    expect(await values()).toEqual(['one', 'two']);
    const found = async (externalId: string): Promise<number> =>
      (await done('POST', '/transactions', { externalId, type: 'FEE', amount: 1, currency: 'USD' })).rulesResult
        .rulesTriggered;
    expect([await found('one'), await found('three')]).toEqual([1, 0]);
    await done('DELETE', `/rules/${id}`);
  });

  it('waits for a second approver when the organization requires one', async () => {
    const before = await active();
    await policy(true);
    const asked = await activate(1);
    expect(asked).toMatchObject({
      status: 202,
      body: {
        ruleSet: { number: 1 },
        approval: { ruleId: null, action: 'activate', status: 'pending', reason: 'It decided better' },
      },
    });
    const { id } = asked.body.approval;
    expect((await active()).version).toBe(before.version);
    expect((await send('POST', `/rules/approvals/${id}/approve`, {})).body.error.code).toBe('SELF_APPROVAL');
    await api.pool.query('update rule_approvals set requested_person = $1 where id = $2', [unknownId, id]);
    const approved = await done('POST', `/rules/approvals/${id}/approve`, { comment: 'Seen' });
    expect(approved).toMatchObject({ approval: { status: 'approved' }, ruleSetVersion: (await active()).version });
    expect((await active()).number).toBe(1);
    const later = await activate(before.number);
    expect(later.status).toBe(202);
    await policy(false);
    await publishRule(api, { source: ruleText() });
    const { approvals } = await done('GET', '/rules/approvals?status=withdrawn');
    expect(approvals).toMatchObject([
      { id: later.body.approval.id, comment: expect.stringContaining('another rule set has become active') },
    ]);
  });

  it('withdraws pending publications of a rule that it restores', async () => {
    const id = await publishRule(api, { source: ruleText() });
    const { number } = await active();
    await done('PATCH', `/rules/${id}`, { score: 20 });
    await policy(true);
    const { approval } = await done('PATCH', `/rules/${id}`, { score: 30 });
    await policy(false);
    expect((await activate(number)).status).toBe(200);
    const { approvals } = await done('GET', '/rules/approvals?status=withdrawn');
    expect(approvals[0]).toMatchObject({ id: approval.id, comment: expect.stringContaining('now has version 4') });
  });

  it('gives rules that have exchanged their names and keys the former ones', async () => {
    const texts = [ruleText(), ruleText('transaction.amount >= 7 USD')];
    const ids = [await publishRule(api, { source: texts[0] }), await publishRule(api, { source: texts[1] })];
    const { version } = await active();
    const named = async (): Promise<unknown[]> =>
      Promise.all(ids.map(async (id) => (await done('GET', `/rules/${id}`)).rule.source as string));
    await done('PATCH', `/rules/${ids[0]}`, { source: ruleText('transaction.amount >= 8 USD') });
    await done('PATCH', `/rules/${ids[1]}`, { source: texts[0] });
    await done('PATCH', `/rules/${ids[0]}`, { source: texts[1] });
    expect((await activate(version)).body.ruleSet).toMatchObject({ version });
    expect(await named()).toEqual(texts);
  });

  it(
    'rebuilds every set of a random history from storage with the same hash, and replays with it',
    async () => {
      const random = seededRandom(7);
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
      const number = (limit: number): number => 1 + Math.floor(random() * limit);
      const ids: string[] = (await done('GET', '/rules?pageSize=100')).rules.map(({ id }: Body) => id as string);
      const matrix = (await done('POST', '/risk-matrices', { name: 'Random', status: 'active' })).riskMatrix.id;
      await putNames(names);
      for (let made = 0; made < 3; made += 1)
        ids.push(await publishRule(api, { source: ruleText('transaction.amount >= limit') }));
      const moves: readonly (() => Promise<TestResponse>)[] = [
        () => send('PATCH', `/rules/${pick(ids)}`, { score: number(90) }),
        () => send('PATCH', `/rules/${pick(ids)}`, { status: pick(['active', 'shadow', 'inactive']) }),
        () => send('PATCH', `/rules/${pick(ids)}`, { priority: number(900), stage: true }),
        () => send('PATCH', `/rules/${pick(ids)}`, { riskMatrixIds: random() < 0.5 ? [matrix] : [] }),
        () => send('PATCH', '/rules/params/limit', { value: { $money: `${number(900)} USD` }, reason: 'At random' }),
        () => send('PATCH', `/risk-matrices/${matrix}`, { status: pick(['active', 'shadow', 'inactive']) }),
        async () => send('POST', '/rules', { source: ruleText(`transaction.amount >= ${number(900)} USD`) }),
      ];
      const evaluations: string[] = [];
      for (let made = 0; made < changes; made += 1) {
        const answer = await pick(moves)();
        expect([200, 201, 409]).toContain(answer.status);
        if (answer.status === 201) ids.push(answer.body.rule.id);
        evaluations.push((await pay(number(900))).rulesResult.evaluationId);
      }
      const history = (await done('GET', '/rule-sets?limit=100')).ruleSets as Body[];
      const { rows } = await api.pool.query<{ version: string; content: string }>(
        'select version, content::text as content from rule_set_activations where organization_id = $1',
        [api.production.organizationId],
      );
      for (const { version, content } of rows)
        expect(ruleSetVersion(JSON.parse(content) as RuleSetContent)).toBe(version);
      const rebuilt: string[] = [];
      for (const set of history) {
        const answer = await activate(set.version);
        const code = answer.body.error?.code as string | undefined;
        if (code === undefined) expect(answer.body.ruleSet.version).toBe(set.version);
        else expect(['RULE_SET_ALREADY_ACTIVE', 'RULE_SET_INCOMPLETE']).toContain(code);
        if (code !== 'RULE_SET_INCOMPLETE') rebuilt.push(set.version);
      }
      expect(rebuilt.length).toBeGreaterThan(history.length / 2);
      for (const id of evaluations) expect((await done('POST', `/evaluations/${id}/replay`, {})).equal).toBe(true);
    },
    propertyTimeoutMs,
  );

  // Last, because sets with either of the two rules exclude each other.
  it('says which rule has the name of a rule that it would restore', async () => {
    const source = ruleText();
    const old = await publishRule(api, { source });
    const { version } = await active();
    await done('DELETE', `/rules/${old}`);
    const holder = await publishRule(api, { source });
    const key = /rule_\d+/.exec(source)![0];
    const answer = await activate(version);
    expect([answer.status, answer.body.error]).toMatchObject([
      409,
      { code: 'DUPLICATE_RULE_KEY', details: { [`rules.${key}`]: expect.stringContaining('is now called') } },
    ]);
    await done('DELETE', `/rules/${holder}`);
    expect((await activate(version)).body.ruleSet).toMatchObject({ version });
  });
});
