import { allMatches, dryRun, ended } from './support/dry-run-calls.js';
import { big, period, startDryRunApi } from './support/dry-run-payments.js';
import { createRule, unknownId } from './support/rule-samples.js';
import type { Body, TestApi } from './support/start-test-api.js';

describe('what dry runs are for', () => {
  let api: TestApi;
  let ids: readonly string[];
  beforeAll(async () => {
    ({ api, ids } = await startDryRunApi());
  });
  afterAll(() => api?.stop());

  const tried = (more: object = {}): Promise<Body> => dryRun(api, { source: big(40), ...period, ...more });

  describe('sweeps', () => {
    const swept = async (more: object): Promise<Body> => {
      const started = await api.call('/rules/sweeps', {
        body: { source: big(50), param: 'limit', ...period, ...more },
      });
      if (started.status !== 202) throw new Error(started.text);
      return ended(api, `/rules/sweeps/${started.body.sweepId}`);
    };

    it('find for each value what a dry run with it finds', async () => {
      const values = ['20 USD', '40 USD', '60 USD'].map(($money) => ({ $money }));
      const inline = [{ recordId: ids[45], label: 'positive' }];
      const sweep = await swept({ values, labels: { inline } });
      expect(sweep).toMatchObject({ param: 'limit', current: { $money: '50 USD' }, monotone: { hits: 'fall' } });
      for (const [at, value] of values.entries()) {
        const run = await tried({ source: big(50), params: { limit: value }, labels: { inline } });
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

    it('take steps of the declared range, and suggest a value within a budget', async () => {
      const sweep = await swept({ steps: 10 });
      expect(sweep.points.map(({ value }: Body) => value.$money as string)).toEqual(
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `${n}0 USD`),
      );
      const { body } = await api.call(`/rules/sweeps/${sweep.id}?alertsPerDay=1000`);
      expect(body.sweep.suggestion).toMatchObject({ positivesCaught: 0 });
      expect((await api.call(`/rules/sweeps/${sweep.id}`, { method: 'DELETE' })).body.status).toBe('deleted');
    });

    it.each([
      [{ param: 'other', values: [1] }, 404, 'PARAM_NOT_FOUND'],
      [{ values: [{ $money: '5 USD' }] }, 422, 'PARAM_OUT_OF_RANGE'],
      [{}, 400, 'VALIDATION_ERROR'],
      [{ steps: 2, values: [{ $money: '50 USD' }] }, 400, 'VALIDATION_ERROR'],
    ])('refuse %j', async (more, status, code) => {
      const body = { source: big(50), param: 'limit', ...period, ...more };
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

    it('are asked for, of the very content that is published, and kept from then on', async () => {
      await setPolicy({ requireDryRun: true });
      const { id } = await createRule(api, { source: big(60).replaceAll('big', 'later').replace('"Big"', '"Later"') });
      const publish = (evidence?: object) => change(id as string, { status: 'active', ...(evidence && { evidence }) });
      const codeOf = async (evidence?: object): Promise<unknown> => (await publish(evidence)).body.error?.code;
      expect(await codeOf()).toBe('EVIDENCE_MISSING');
      expect(await codeOf({ dryRunId: unknownId })).toBe('EVIDENCE_MISSING');
      const before = await dryRun(api, { ruleIds: [id], ...period });
      await change(id as string, { score: 31 });
      expect(await codeOf({ dryRunId: before.id })).toBe('EVIDENCE_STALE');
      const { id: dryRunId } = await dryRun(api, { ruleIds: [id], ...period });
      const published = await publish({ dryRunId });
      expect([published.status, published.body.rule?.status]).toEqual([200, 'active']);
      expect((await api.call(`/rules/dry-runs/${dryRunId}`)).body.dryRun.evidenceOf).toMatchObject([{ ruleId: id }]);
      const removed = await api.call(`/rules/dry-runs/${dryRunId}`, { method: 'DELETE' });
      expect([removed.status, removed.body.error.code]).toEqual([409, 'DRY_RUN_IN_USE']);
    });

    it('hold for so many days', async () => {
      const { id } = await createRule(api, { source: big(60).replaceAll('big', 'old').replace('"Big"', '"Old"') });
      const { id: dryRunId } = await dryRun(api, { ruleIds: [id], ...period });
      await api.pool.query(`update dry_runs set finished_at = now() - interval '31 days' where id = $1`, [dryRunId]);
      const answer = await change(id as string, { status: 'active', evidence: { dryRunId } });
      expect([answer.status, answer.body.error.code]).toEqual([422, 'EVIDENCE_STALE']);
    });
  });
});
