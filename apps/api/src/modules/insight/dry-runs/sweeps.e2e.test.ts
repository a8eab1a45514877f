import { CheckGuards } from '../../rules/rule-guards/index.js';
import { allMatches, runDryRun, waitForDryRun } from '../../../../test/support/dry-run-calls.js';
import {
  largeTransaction,
  storedTransactions,
  period,
  startDryRunApi,
} from '../../../../test/support/dry-run-transactions.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, unknownId } from '../../../../test/support/rule-samples.js';
import type { Body, TestApi } from '../../../../test/support/start-test-api.js';

describe('uses of dry runs', () => {
  let api: TestApi;
  let ids: readonly string[];
  beforeAll(async () => {
    ({ api, ids } = await startDryRunApi());
  });
  afterAll(() => api?.stop());

  const tried = (more: object = {}): Promise<Body> =>
    runDryRun(api, { source: largeTransaction(40), ...period, ...more });

  describe('sweeps', () => {
    const swept = async (more: object): Promise<Body> => {
      const started = await api.call('/rules/sweeps', {
        body: { source: largeTransaction(50), param: 'limit', ...period, ...more },
      });
      if (started.status !== 202) throw new Error(started.text);
      return waitForDryRun(api, `/rules/sweeps/${started.body.sweepId}`);
    };

    it('find for each value the same as a dry run with that value', async () => {
      const values = ['20 USD', '40 USD', '60 USD'].map(($money) => ({ $money }));
      const inline = [{ recordId: ids[45], label: 'positive' }];
      const sweep = await swept({ values, labels: { inline } });
      expect(sweep).toMatchObject({ param: 'limit', current: { $money: '50 USD' }, monotone: { hits: 'fall' } });
      for (const [at, value] of values.entries()) {
        const run = await tried({ source: largeTransaction(50), params: { limit: value }, labels: { inline } });
        const { hits, positives, falseAlarms } = run.rules[0];
        expect(sweep.points[at]).toMatchObject({
          value,
          hits: hits.candidate,
          positivesCaught: positives.candidate,
          falseAlarms: falseAlarms.candidate,
        });
      }
      expect(sweep.frontier).toContainEqual({ $money: '40 USD' });
      const path = `/rules/sweeps/${sweep.id}/matches?change=gained&value=`;
      expect(await allMatches(api, `${path}${encodeURIComponent('40 USD')}`)).toHaveLength(10);
      expect(await allMatches(api, `${path}${encodeURIComponent('{"$money":"20 USD"}')}`)).toHaveLength(30);
      expect((await api.call(`${path}7`)).status).toBe(400);
    });

    it('treat null as an omitted field', async () => {
      const nothing = {
        ruleIds: null,
        matrixId: null,
        ruleSetVersion: null,
        sample: null,
        labels: null,
        against: null,
      };
      const sweep = await swept({ ...nothing, steps: null, values: [{ $money: '40 USD' }], labels: { from: null } });
      expect(sweep.points).toHaveLength(1);
      const { status, body } = await api.call('/rules/sweeps', {
        body: { ...period, source: null, param: 'limit', steps: 2 },
      });
      expect([status, Object.keys(body.error.details as object)]).toEqual([400, ['source']]);
    });

    it('use steps of the declared range, and suggest a value within a budget', async () => {
      const sweep = await swept({ steps: 10 });
      expect(sweep.points.map(({ value }: Body) => value.$money as string)).toEqual(
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `${n}0 USD`),
      );
      const { body } = await api.call(`/rules/sweeps/${sweep.id}?alertsPerDay=1000`);
      expect(body.sweep.suggestion).toMatchObject({ positivesTotal: 0, alertsPerDay: 0 });
      const list = async (): Promise<Body[]> =>
        (await api.call('/rules/sweeps?status=completed')).body.sweeps as Body[];
      expect((await list())[0]).toMatchObject({ id: sweep.id, param: 'limit', current: { $money: '50 USD' } });
      expect((await list())[0]).not.toHaveProperty('points');
      expect((await api.call(`/rules/sweeps/${sweep.id}`, { method: 'DELETE' })).body.status).toBe('deleted');
      expect((await list()).map(({ id }) => id as string)).not.toContain(sweep.id);
    });

    it.each([
      [{ param: 'other', values: [1] }, 404, 'PARAM_NOT_FOUND'],
      [{ values: [{ $money: '5 USD' }] }, 422, 'PARAM_OUT_OF_RANGE'],
      [{}, 400, 'VALIDATION_ERROR'],
      [{ steps: 2, values: [{ $money: '50 USD' }] }, 400, 'VALIDATION_ERROR'],
    ])('reject %j', async (more, status, code) => {
      const body = { source: largeTransaction(50), param: 'limit', ...period, ...more };
      const answer = await api.call('/rules/sweeps', { body });
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    });
  });

  describe('as evidence (shapes 2.6)', () => {
    const change = (id: string, body: object) => api.call(`/rules/${id}`, { method: 'PATCH', body });
    const setPolicy = (rulePolicy: object) =>
      api.call(`/organizations/${api.production.organizationId}`, {
        method: 'PATCH',
        body: { settings: { rulePolicy } },
      });
    afterAll(() => setPolicy({ requireDryRun: false }));

    it('are required for exactly the content being published, and are kept afterwards', async () => {
      await setPolicy({ requireDryRun: true });
      const { id } = await createRule(api, {
        source: largeTransaction(60).replaceAll('big', 'later').replace('"Big"', '"Later"'),
      });
      const publish = (evidence?: object) => change(id as string, { status: 'active', ...(evidence && { evidence }) });
      const codeOf = async (evidence?: object): Promise<unknown> => (await publish(evidence)).body.error?.code;
      expect(await codeOf()).toBe('EVIDENCE_MISSING');
      expect(await codeOf({ dryRunId: unknownId })).toBe('EVIDENCE_MISSING');
      const before = await runDryRun(api, { ruleIds: [id], ...period });
      await change(id as string, { score: 31 });
      expect(await codeOf({ dryRunId: before.id })).toBe('EVIDENCE_STALE');
      const { id: dryRunId } = await runDryRun(api, { ruleIds: [id], ...period });
      const published = await publish({ dryRunId });
      expect([published.status, published.body.rule?.status]).toEqual([200, 'active']);
      expect((await api.call(`/rules/dry-runs/${dryRunId}`)).body.dryRun.evidenceOf).toMatchObject([{ ruleId: id }]);
      const removed = await api.call(`/rules/dry-runs/${dryRunId}`, { method: 'DELETE' });
      expect([removed.status, removed.body.error.code]).toEqual([409, 'DRY_RUN_IN_USE']);
    });

    it('remain valid when the same content is activated again, but not for other content', async () => {
      const source = largeTransaction(60).replaceAll('big', 'paused').replace('"Big"', '"Paused"');
      const { id } = (await createRule(api, { source })) as { id: string };
      const { id: dryRunId } = await runDryRun(api, { ruleIds: [id], ...period });
      const guard = { limits: [{ metric: 'alerts', operator: 'lte', value: 60, window: '24h' }] };
      await setPolicy({ requireDryRun: true, requireGuard: true });
      expect((await change(id, { status: 'active', evidence: { dryRunId } })).body.error.details).toEqual({
        guard: expect.any(String),
      });
      await change(id, { status: 'active', guard, evidence: { dryRunId } });
      await change(id, { status: 'inactive' });
      expect((await change(id, { status: 'active', reason: 'undone' })).body.rule?.publication).toMatchObject({
        status: 'active',
        evidence: { dryRunId },
      });
      const other = await change(id, { score: 32, reason: 'more' });
      expect([other.status, other.body.error.code]).toEqual([422, 'EVIDENCE_MISSING']);
      await setPolicy({ requireGuard: false });
    });

    it('expire after a number of days', async () => {
      const { id } = await createRule(api, {
        source: largeTransaction(60).replaceAll('big', 'old').replace('"Big"', '"Old"'),
      });
      const { id: dryRunId } = await runDryRun(api, { ruleIds: [id], ...period });
      await api.pool.query(`update dry_runs set finished_at = now() - interval '31 days' where id = $1`, [dryRunId]);
      const answer = await change(id as string, { status: 'active', evidence: { dryRunId } });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'EVIDENCE_STALE']);
    });
  });

  describe('as a reference for guards and version comparisons (shapes 6.11, 6.13)', () => {
    const source = (limit: number): string =>
      largeTransaction(limit).replaceAll('big', 'guarded').replace('"Big"', '"Guarded"');
    const patch = (id: string, body: object) => api.call(`/rules/${id}`, { method: 'PATCH', body });
    const pay = async (amount: number, index: number): Promise<void> => {
      const body = { externalId: `guarded-${index}`, type: 'PAYMENT', amount, currency: 'USD' };
      expect((await api.call('/transactions', { body })).status).toBe(201);
    };

    it('set the expected rate of a rule, which is paused when it exceeds a multiple of that rate', async () => {
      const { id } = await createRule(api, { source: source(50) });
      const guard = {
        limits: [{ metric: 'hitRate', withinFactor: 3, of: 'dry_run', window: '24h' }],
        minExecutions: 10,
      };
      expect((await patch(id as string, { status: 'active', guard })).body.error).toMatchObject({
        code: 'EVIDENCE_MISSING',
      });
      const run = await runDryRun(api, { ruleIds: [id], ...period });
      expect(run.rules.find(({ key }: Body) => key === 'guarded').hits.candidate).toBe(11);
      const published = await patch(id as string, { status: 'active', guard });
      expect(published.body.rule).toMatchObject({ status: 'active', guardState: { status: 'ok' } });
      // As expected: two of eleven.
      for (let index = 0; index < 11; index += 1) await pay(index < 2 ? 60 : 5, index);
      const check = () => api.app.get(CheckGuards).checkAll(new Date());
      expect(await check()).toBe(0);
      for (let index = 11; index < 31; index += 1) await pay(60, index);
      expect(await check()).toBe(1);
      const { rule } = (await api.call(`/rules/${id}`)).body;
      expect(rule).toMatchObject({ status: 'shadow', guardState: { status: 'tripped', metric: 'hitRate' } });
      expect(rule.guardState.observed).toBeCloseTo(22 / 31);
      const { history } = (await api.call(`/rules/${id}/guard`)).body;
      expect(history[0].bound).toBeCloseTo((3 * 11) / 60);
      expect((await patch(id as string, { status: 'archived' })).status).toBe(200);
    });

    it('compare two versions of a rule that never ran together', async () => {
      const { id, version: base } = await createRule(api, {
        source: largeTransaction(50).replaceAll('big', 'versions').replace('"Big"', '"Versions"'),
      });
      const next = largeTransaction(40).replaceAll('big', 'versions').replace('"Big"', '"Versions"');
      const { version: head } = (await patch(id as string, { source: next })).body.rule;
      const comparison = `/rules/${id}/compare?base=${base}&head=${head}`;
      expect((await api.call(comparison)).body.behaviour).toBeNull();
      expect((await patch(id as string, { status: 'active', version: base })).status).toBe(200);
      const { id: dryRunId } = await runDryRun(api, { ruleIds: [id], versions: { [id as string]: head }, ...period });
      const { body } = await api.call(`${comparison}&dryRunId=${dryRunId}`);
      expect(body.behaviour).toMatchObject({
        source: 'dry_run',
        records: storedTransactions,
        gained: 10,
        lost: 0,
        same: 11,
        unknown: { base: 0, head: 0 },
      });
      const page = `/rules/${id}/compare/matches?base=${base}&head=${head}&dryRunId=${dryRunId}&change=gained`;
      const gained = await allMatches(api, page);
      expect(gained.map(({ clause }) => clause as string)).toEqual(Array.from({ length: 10 }, () => 'param limit'));
      const turned = `/rules/${id}/compare?base=${head}&head=${base}&dryRunId=${dryRunId}`;
      expect((await api.call(turned)).body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    });
  });

  describe('of rules in shadow', () => {
    const source = (key: string): string =>
      `rule ${key} "${key}" {\n  on transaction (created)\n  score 30\n  when transaction.amount >= 40 USD\n  then suggest FLAG\n}\n`;
    const both = `${source('watch_a')}\n${source('watch_b')}`;
    let stored: string[];
    beforeAll(async () => {
      const publish = (key: string): Promise<string> => publishRule(api, { source: source(key) }, 'shadow');
      stored = [await publish('watch_a'), await publish('watch_b')];
    });

    it.each([
      ['one that is named decides', () => ({ ruleIds: stored.slice(0, 1) }), 21],
      ['several that are named decide', () => ({ ruleIds: stored }), 21],
      ['one that is given as text decides', () => ({ source: source('watch_a') }), 21],
      ['in a text of several, those that are as they were stay in shadow', () => ({ source: both }), 11],
    ])('%s', async (_, asked, reviewed) => {
      const { decisions } = await runDryRun(api, { ...asked(), ...period });
      expect(decisions[1]).toMatchObject({ decision: 'REVIEW_REQUIRED', baseline: 11, candidate: reviewed });
    });
  });

  describe('with an overlay', () => {
    it('read the decisions of the rules under test instead of the recorded ones', async () => {
      const source = `rule again "Again" {
  on transaction (created)
  score 80
  when count(prior transactions from origin in last 30d where decision != "APPROVE") >= 1
}
`;
      const alone = { source, only: true, against: 'none' };
      expect((await tried(alone)).rules[0].hits.candidate).toBeGreaterThan(0);
      expect((await tried({ ...alone, overlay: true })).rules[0].hits.candidate).toBe(0);
      const { id } = await tried({ ...alone, source: largeTransaction(40), overlay: true });
      const { body } = await api.call(`/rules/dry-runs/${id}/matches/${ids[45]}`);
      expect(body).toMatchObject({
        matches: [{ change: 'gained' }],
        candidate: null,
        unexplained: { reason: 'OVERLAY' },
      });
    });

    describe('after active rules have raised alerts and suspended transactions', () => {
      const raises = `rule raises "Raises" {
  on transaction (created)
  when transaction.amount >= 1 USD
  then alert HIGH "Raised"
       set status of transaction to SUSPENDED because "Raised"
}
`;
      const counts = `rule counts "Counts" {
  on transaction (created)
  score 10
  when count(alerts involving origin in last 7d) >= 2
}
`;
      const suspended = counts.replace(
        'alerts involving origin in last 7d',
        'prior transactions from origin in last 7d where status = "SUSPENDED"',
      );
      const day = (number: number): string => `2026-05-0${number}T12:00:00.000Z`;
      beforeAll(async () => {
        await publishRule(api, { source: raises });
        for (const number of [1, 2, 3])
          await api.call('/transactions', {
            body: {
              externalId: `alerted-${number}`,
              type: 'PAYMENT',
              amount: 5,
              currency: 'USD',
              originExternalId: 'customer-1',
              transactedAt: day(number),
            },
          });
      });

      it.each([
        ['count alerts of their own rules, not those that were recorded', day(1), raises + counts, 1],
        ['count no recorded one of a rule where they raise none', day(1), counts, 0],
        ['count payments that their own rules suspended', day(1), raises + suspended, 1],
        ['count none that only a recorded rule suspended', day(1), suspended, 0],
        ['count alerts that were raised before the period', day(2), raises + counts, 1],
      ])('%s', async (_, from, source, hits) => {
        const run = await tried({ source, only: true, against: 'none', overlay: true, from, to: day(4) });
        expect(run.rules.find(({ key }: Body) => key === 'counts').hits.candidate).toBe(hits);
      });
    });
  });
});
