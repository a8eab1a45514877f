import { allMatches, runDryRun } from '../../../../test/support/dry-run-calls.js';
import { largeTransaction, period, startDryRunApi } from '../../../../test/support/dry-run-transactions.js';
import type { Body, TestApi } from '../../../../test/support/start-test-api.js';

/** Number of records by day for amounts from 40 to 49. */
const nine = ['2026-03-02', 9];
const one = ['2026-03-03', 1];

describe('dry run counts', () => {
  let api: TestApi;
  let run: Body;
  beforeAll(async () => {
    const started = await startDryRunApi();
    ({ api } = started);
    const inline = [
      { recordId: started.ids[45], label: 'positive' },
      { externalId: 'p-46', label: 'negative' },
    ];
    run = await runDryRun(api, { source: largeTransaction(40), ...period, labels: { inline } });
  });
  afterAll(() => api?.stop());

  it.each([
    ['change=flipped', 10, { decisions: [['APPROVE', 'REVIEW_REQUIRED', 10]], days: [nine, one] }],
    ['change=flipped&from=2026-03-02T18:00:00Z', 7, { days: [nine, one] }],
    ['change=flipped&to=2026-03-01T23:00:00Z', 0, { decisions: [], days: [nine, one] }],
    ['change=flipped&segment=channel:web', 4, { days: [['2026-03-02', 3], one] }],
    ['change=gained&label=positive', 1, { decisions: [['APPROVE', 'REVIEW_REQUIRED', 1]] }],
    ['change=gained&label=unlabelled', 8, {}],
    ['clause=param limit&ruleKey=big', 10, { days: [nine, one] }],
    ['change=gained&decisionFrom=HOLD', 0, { decisions: [['APPROVE', 'REVIEW_REQUIRED', 10]], days: [] }],
  ])('return for each filter value the records it would leave: %j', async (query, records, wanted) => {
    const { status, body } = await api.call(`/rules/dry-runs/${run.id}/counts?${query}`);
    expect([status, body.records]).toEqual([200, records]);
    const shown = {
      decisions: body.decisions.map((each: Body) => [each.from, each.to, each.records]),
      days: body.days.map((each: Body) => [each.date, each.records]),
    };
    expect(shown).toMatchObject(wanted);
    const listed = await allMatches(api, `/rules/dry-runs/${run.id}/matches?${query}`);
    expect(new Set(listed.map(({ recordId }) => recordId as string)).size).toBe(records);
  });

  it('ignore each filter in its own breakdown', async () => {
    const { body } = await api.call(`/rules/dry-runs/${run.id}/counts?change=gained&label=negative`);
    expect(body).toMatchObject({
      records: 1,
      labels: [
        { label: 'unlabelled', records: 8 },
        { label: 'negative', records: 1 },
        { label: 'positive', records: 1 },
      ],
      rules: [{ ruleKey: 'big', change: 'gained', records: 1 }],
      clauses: [{ ruleKey: 'big', change: 'gained', clause: 'param limit', records: 1 }],
    });
    expect(body.segments).toContainEqual({ dimension: 'recordType', value: 'transaction', records: 1 });
  });
});
