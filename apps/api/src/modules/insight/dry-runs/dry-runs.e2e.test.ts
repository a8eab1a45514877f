import { often, allMatches, runDryRun, waitForDryRun } from '../../../../test/support/dry-run-calls.js';
import { purgeDryRuns, organizationsWithPurgeableDryRuns } from './persistence/dry-run-purge.js';
import { inTransaction, type PgPool, pgPoolToken } from '../../../platform/database/index.js';
import {
  largeTransaction,
  storedTransactions,
  period,
  startDryRunApi,
} from '../../../../test/support/dry-run-transactions.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { Body, TestApi } from '../../../../test/support/start-test-api.js';
import { expectWithinOneSecond } from '../../../../test/support/wait-until.js';

describe('dry runs', () => {
  let api: TestApi;
  let rule: string;
  let ids: readonly string[];
  beforeAll(async () => {
    ({ api, rule, ids } = await startDryRunApi());
  });
  afterAll(() => api?.stop());

  const tried = (more: object = {}): Promise<Body> =>
    runDryRun(api, { source: largeTransaction(40), ...period, ...more });

  /** Returns the final events sent to subscribers of a dry run. */
  const told = async (member: string, id: string): Promise<Body[]> => {
    const { rows } = await api.pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = 'rule:dry-run-finished' and payload ->> $1 = $2`,
      [member, id],
    );
    return rows.map(({ payload }) => payload);
  };

  it('report which functions over all stored records are not evaluated again', async () => {
    const when = 'deviceAge(transaction.deviceDetails.deviceId) < 1d and networkRisk(origin, 1) > 50';
    const source = `rule asks "asks" {\n  on transaction\n  when ${when}\n}`;
    const { exactness } = await tried({ source });
    expect(exactness.level).toBe('approximate');
    expect(exactness.reasons.map(({ input }: Body) => input)).toEqual(['deviceAge', 'networkRisk']);
  });

  describe('results of the candidate and the baseline (shapes 6.9)', () => {
    let run: Body;
    beforeAll(async () => {
      const inline = [
        { recordId: ids[45], label: 'positive' },
        { externalId: 'p-46', label: 'negative' },
        { recordId: ids[3], label: 'positive' },
        { externalId: 'never stored', label: 'positive' },
      ];
      run = await tried({ name: 'lower', labels: { inline } });
    });

    it('are counted by record, decision and rule', async () => {
      expect(run).toMatchObject({
        name: 'lower',
        status: 'completed',
        progress: { recordsDone: storedTransactions, recordsTotal: storedTransactions },
        records: { total: storedTransactions, replayed: storedTransactions, late: 0, skipped: 0 },
        decisions: [
          { decision: 'APPROVE', baseline: 49, candidate: 39, change: -10 },
          { decision: 'REVIEW_REQUIRED', baseline: 11, candidate: 21, change: 10 },
          { decision: 'HOLD', baseline: 0, candidate: 0, change: 0 },
          { decision: 'REJECT', baseline: 0, candidate: 0, change: 0 },
        ],
        flips: [{ from: 'APPROVE', to: 'REVIEW_REQUIRED', count: 10 }],
        unknown: { baseline: 0, candidate: 0 },
        amounts: { gained: { USD: '445' }, lost: {} },
        matchesKept: 31,
        matchesTruncated: false,
        exactness: { level: 'exact' },
        reproduction: { compared: storedTransactions, differing: 0 },
        request: { labels: { inlineCount: 4, inlineNotStored: 1 } },
        warnings: ['1 of 4 labels are of records that are not stored'],
      });
      expect(run.rules).toMatchObject([
        {
          ruleId: rule,
          key: 'big',
          change: 'changed',
          hits: { baseline: 11, candidate: 21 },
          gained: 10,
          lost: 0,
          same: 11,
          positives: { baseline: 0, candidate: 1 },
          falseAlarms: { baseline: 0, candidate: 1 },
        },
      ]);
      expect(run.labels.candidate).toMatchObject({ fraud: 2, caught: 1, falseAlarms: 1, precision: 0.5, recall: 0.5 });
      expect(run.candidate.params).toEqual({ limit: { $money: '40 USD' } });
      const { cost } = (await api.call('/rules/validate', { body: { source: largeTransaction(40) } })).body;
      expect(run.cost).toEqual({ ...cost, tooManyRowsShare: run.cost.tooManyRowsShare });
      expect(run.baseline).toMatchObject({ number: 1, params: { limit: { $money: '50 USD' } } });
    });

    it.each([
      ['', 31],
      ['change=gained', 10],
      ['change=lost', 0],
      ['change=same', 11],
      ['change=flipped', 10],
      ['ruleKey=big', 21],
      ['ruleId=RULE', 21],
      ['decisionFrom=APPROVE&decisionTo=REVIEW_REQUIRED', 20],
      ['change=gained&label=positive', 1],
      ['change=gained&label=unlabelled', 8],
      ['change=gained&segment=channel:web', 4],
      ['clause=param limit', 10],
    ])('list the records behind each number: %j', async (query, count) => {
      const found = await allMatches(api, `/rules/dry-runs/${run.id}/matches?${query.replace('RULE', rule)}`);
      expect(found).toHaveLength(count);
    });

    it.each(['amount', 'occurredAt'])('are sorted by %s and paginated', async (sort) => {
      const path = `/rules/dry-runs/${run.id}/matches?change=gained&sort=${sort}`;
      const found = await allMatches(api, path);
      expect(found.map(({ amount }) => amount as number)).toEqual([49, 48, 47, 46, 45, 44, 43, 42, 41, 40]);
      const [first] = (await api.call(`${path}&limit=3`)).body.matches as Body[];
      expect(first).toMatchObject({
        recordType: 'transaction',
        recordId: ids[48],
        externalId: 'p-48',
        entity: { externalId: 'customer-0', name: 'Ana' },
        currency: 'USD',
        ruleKey: 'big',
        decisionBaseline: 'APPROVE',
        decisionCandidate: 'REVIEW_REQUIRED',
        totalScoreBaseline: 0,
        totalScoreCandidate: 30,
      });
    });

    it('explain for each record why each side reached its outcome', async () => {
      const { body } = await api.call(`/rules/dry-runs/${run.id}/matches/${ids[45]}`);
      expect(body.matches.map(({ change }: Body) => change as string)).toEqual(['flipped', 'gained']);
      expect(body.baseline).toMatchObject({ decision: 'APPROVE', rules: [{ ruleKey: 'big', outcome: 'no_hit' }] });
      expect(body.candidate).toMatchObject({
        decision: 'REVIEW_REQUIRED',
        totalScore: 30,
        rules: [{ ruleKey: 'big', outcome: 'hit' }],
      });
      expect((await api.call(`/rules/dry-runs/${run.id}/matches/${ids[0]}`)).status).toBe(404);
    });

    it('are announced when the dry run has ended', async () => {
      const { rows } = await api.pool.query<{ payload: Body }>(
        `select payload from outbox_events where event = 'rule.dry_run_completed' and payload ->> 'dryRunId' = $1`,
        [run.id],
      );
      expect(rows).toMatchObject([{ payload: { status: 'completed', flips: [{ count: 10 }] } }]);
      expect(await told('dryRunId', run.id)).toMatchObject([
        {
          organizationId: api.production.organizationId,
          status: 'completed',
          progress: { recordsDone: storedTransactions, recordsTotal: storedTransactions, secondsLeft: null },
        },
      ]);
    });
  });

  it.each([
    ['of payments from the web alone', { filter: { field: 'channel', operator: 'eq', value: 'web' } }, 20, 7],
    ['against nothing', { against: 'none' }, storedTransactions, 21],
    ['with another value of a parameter', { params: { limit: { $money: '30 USD' } } }, storedTransactions, 31],
    ['of one day', { to: '2026-03-01T23:59:59Z' }, 24, 0],
    ['of nothing but these rules', { only: true }, storedTransactions, 21],
  ])('can be run %s', async (_, more, replayed, hits) => {
    const run = await tried(more);
    expect(run.records.replayed).toBe(replayed);
    expect(run.rules[0].hits.candidate).toBe(hits);
  });

  it('explain a record by the records before it', async () => {
    const run = await tried({ source: often, only: true, against: 'none' });
    expect(run.rules[0].hits.candidate).toBe(storedTransactions - 6);
    const { body } = await api.call(`/rules/dry-runs/${run.id}/matches/${ids[20]}`);
    expect(body).toMatchObject({ baseline: null, candidate: { rules: [{ ruleKey: 'often', outcome: 'hit' }] } });
    expect(JSON.stringify(body.candidate.rules[0])).toContain('"actual":3');
    expect(body).not.toHaveProperty('unexplained');
    const set = 'update dry_run_matches set record_id = $2 where dry_run_id = $1 and record_id = $3';
    await api.pool.query(set, [run.id, unknownId, ids[20]]);
    const gone = await api.call(`/rules/dry-runs/${run.id}/matches/${unknownId}`);
    expect(gone.body).toMatchObject({ candidate: null, unexplained: { reason: 'RECORD_NOT_STORED' } });
  });

  it('select the same sample for the same seed, and all records without a sample', async () => {
    const [first, again, other] = [
      await tried({ sample: { rate: 0.5, seed: 7 } }),
      await tried({ sample: { rate: 0.5, seed: 7 } }),
      await tried({ sample: { rate: 0.5, seed: 8 } }),
    ];
    expect(again.hash).toBe(first.hash);
    expect(other.hash).not.toBe(first.hash);
    expect(first.records.replayed).toBeGreaterThan(15);
    expect(first.records.replayed).toBeLessThan(45);
  });

  it('warn when no record was evaluated', async () => {
    const empty = { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' };
    const none = 'no transaction of 2020-01-01T00:00:00Z to 2020-02-01T00:00:00Z is stored';
    expect(await tried(empty)).toMatchObject({
      status: 'completed',
      warnings: [`no record was evaluated: ${none}; choose another period`],
    });
    const filtered = await tried({ filter: { field: 'channel', operator: 'eq', value: 'fax' } });
    expect(filtered.warnings).toEqual([
      expect.stringMatching(/^no record was evaluated: the filter matched no transaction/),
    ]);
  });

  it('reject rules of an unstored matrix defined next to them, and say what to do first', async () => {
    const matrix =
      'matrix not_stored "Not stored" {\n  on transaction\n  decide HOLD from 20\n  otherwise APPROVE\n}\n';
    const source = `${often.replace('  score 30', '  matrix not_stored\n  score 30')}\n${matrix}`;
    const answer = await api.call('/rules/dry-runs', { body: { source, ...period } });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'INVALID_SOURCE' } } });
    expect(answer.body.error.message).toMatch(/^`not_stored`: .* plan and apply the files first$/);
  });

  it('report the position of an error in the candidate and suggest a fix', async () => {
    const start = (body: object) => api.call('/rules/dry-runs', { body: { ...period, ...body } });
    const source = 'rule x { on transaction\n\n  when transaction.amont > 1 USD then suggest FLAG }';
    const [first] = (await start({ source })).body.diagnostics;
    expect(first).toMatchObject({ range: { start: { line: 2, character: 7 } }, help: 'did you mean `amount`?' });
    expect(first.frame).toContain(' 3│   when transaction.amont > 1 USD');
    const [listed] = (
      await start({ source: `rule y { on transaction when origin.name in list "nope" then suggest FLAG }` })
    ).body.diagnostics;
    expect(listed).toMatchObject({ range: { start: { line: 0 } }, message: 'there is no list `nope`' });
    const filter = { field: 'nope', operator: 'eq', value: 1 };
    const filtered = await start({ source: largeTransaction(40), filter });
    expect(filtered).toMatchObject({ status: 422, body: { error: { code: 'INVALID_CONDITIONS' } } });
    expect(filtered.body.error.details.filter).toBe('`transaction` has no field `nope`');
  });

  it('reject a period whose records were dropped, and name it', async () => {
    await api.pool.query(
      `insert into dropped_periods (record_table, dropped_from, dropped_until, dropped_at)
       values ('transactions', '2024-10-01', '2025-01-01', now()), ('transactions', '2024-07-01', '2024-10-01', now()),
         ('user_events', '2026-03-02', '2026-03-03', now())`,
    );
    const of = { from: '2024-09-01T00:00:00Z', to: '2026-03-31T00:00:00Z' };
    const answer = await api.call('/rules/dry-runs', { body: { source: largeTransaction(40), ...of } });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'INVALID_RANGE']);
    expect(answer.body.error.details.from).toBe(
      'records of 2024-07-01 to 2025-01-01 were deleted; choose a period without them',
    );
    const source = often.replace('7h', '500d');
    const { exactness } = await tried({ source, only: true, against: 'none' });
    expect(exactness.reasons).toEqual([
      {
        input: 'transactions',
        records: 1,
        why: 'windows reach records of 2024-10-01 to 2025-01-01, which were deleted',
      },
    ]);
    const ofEvents = await tried({ source: often.replace('transactions', 'userEvents'), only: true, against: 'none' });
    expect(ofEvents.warnings).toEqual([
      'userEvents, 1 times: windows reach records of 2026-03-02 to 2026-03-03, which were deleted',
    ]);
  });

  it.each([
    [{ source: 'rule x { on transaction when transaction.amont > 1 USD }' }, 422, 'INVALID_SOURCE'],
    [{ from: '2026-04-01T00:00:00Z' }, 422, 'INVALID_RANGE'],
    [{ against: 'rs_000000000000' }, 404, 'RULE_SET_NOT_FOUND'],
    [{ source: undefined, ruleSetVersion: '99' }, 404, 'RULE_SET_NOT_FOUND'],
    [{ source: undefined, ruleIds: [unknownId] }, 404, 'NOT_FOUND'],
    [{ params: { other: 1 } }, 404, 'PARAM_NOT_FOUND'],
    [{ params: { limit: { $money: '101 USD' } } }, 422, 'PARAM_OUT_OF_RANGE'],
    [{ source: undefined }, 400, 'VALIDATION_ERROR'],
    [{ ruleIds: [unknownId] }, 400, 'VALIDATION_ERROR'],
    [{ keepMatches: 1_000_001 }, 400, 'VALIDATION_ERROR'],
    [{ form: 'x' }, 400, 'VALIDATION_ERROR'],
    [{ labels: { inline: [{ label: 'positive' }] } }, 400, 'VALIDATION_ERROR'],
    [{ labels: { inline: [{ recordId: unknownId, externalId: 'p-1', label: 'positive' }] } }, 400, 'VALIDATION_ERROR'],
  ])('reject %j', async (more, status, code) => {
    const answer = await api.call('/rules/dry-runs', { body: { source: largeTransaction(40), ...period, ...more } });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  describe('unfinished dry runs', () => {
    let begun: string[] = [];
    it('are limited to three, and end within a second of being cancelled', async () => {
      const client = await api.pool.connect();
      try {
        // Blocks reading the records to be replayed.
        await client.query('begin');
        await client.query('lock table transactions in access exclusive mode');
        const begin = () => api.call('/rules/dry-runs', { body: { source: largeTransaction(40), ...period } });
        const started = [await begin(), await begin(), await begin()];
        begun = started.map(({ body }) => body.dryRunId as string);
        const fourth = await begin();
        expect([fourth.status, fourth.body.error.code]).toEqual([409, 'TOO_MANY_DRY_RUNS']);
        const ofFirst = `/rules/dry-runs/${begun[0]}`;
        await expectWithinOneSecond(async () => (await api.call(ofFirst)).body.dryRun.status !== 'queued');
        for (const id of begun)
          expect((await api.call(`/rules/dry-runs/${id}`, { method: 'DELETE' })).body).toMatchObject({
            success: true,
            id,
            status: 'cancelled',
          });
        // The worker thread that waited for the table has ended.
        await expectWithinOneSecond(async () => {
          const { rows } = await api.pool.query<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity
             where application_name = 'tamis-dry-run' and datname = current_database()`,
          );
          return rows[0]!.count === 0;
        });
      } finally {
        await client.query('rollback');
        client.release();
      }
    });

    it('stay cancelled', async () => {
      const run = await waitForDryRun(api, `/rules/dry-runs/${begun[0]}`);
      expect(run).toMatchObject({ status: 'cancelled' });
      expect(await told('dryRunId', run.id)).toMatchObject([{ status: 'cancelled' }]);
      expect((await tried()).status).toBe('completed');
    });
  });

  it('are listed, and no longer found once deleted', async () => {
    const run = await tried({ name: 'to be deleted' });
    const list = async (query: string): Promise<string[]> =>
      ((await api.call(`/rules/dry-runs?${query}`)).body.dryRuns as Body[]).map(({ id }) => id as string);
    expect((await list(`status=completed&ruleId=${rule}`))[0]).toBe(run.id);
    expect(await list(`ruleId=${unknownId}`)).toEqual([]);
    expect((await api.call(`/rules/dry-runs/${run.id}`, { method: 'DELETE' })).body.status).toBe('deleted');
    expect((await api.call(`/rules/dry-runs/${run.id}`)).status).toBe(404);
    expect(await list('')).not.toContain(run.id);
  });

  it('leave no matches behind when they are purged', async () => {
    const { id, matchesKept } = await tried();
    await api.call(`/rules/dry-runs/${id}`, { method: 'DELETE' });
    const pool = api.app.get<PgPool>(pgPoolToken);
    const { organizationId } = api.production;
    expect(await inTransaction(pool, null, organizationsWithPurgeableDryRuns)).toEqual([organizationId]);
    const some = () => inTransaction(pool, organizationId, (client) => purgeDryRuns(client, organizationId, 1_000));
    while (await some());
    const { rows } = await inTransaction(pool, organizationId, (client) =>
      client.query<{ left: number }>('select count(*)::int as left from dry_run_matches where dry_run_id = $1', [id]),
    );
    expect([matchesKept, rows[0]?.left]).toEqual([31, 0]);
  });
});
