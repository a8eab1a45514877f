import { propertyTimeoutMs, wholeRuns } from '@tamis/testkit/arbitraries';

import { inTransaction, type PgPool, pgPoolToken } from '../../../platform/database/index.js';
import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { largeTransaction, period, startDryRunApi } from '../../../../test/support/dry-run-transactions.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { Body, TestApi } from '../../../../test/support/start-test-api.js';

/** One million with TAMIS_RUNS=1000000. */
const matches = wholeRuns(1_000);
const isLarge = matches > 1_000;
const pageRows = 100;

/** Returns the data of a match by its number. Many share the same time and the same amount. */
const kinds = ['gained', 'lost', 'same'] as const;
const made = (n: number) => ({
  change: kinds[n % 3] as (typeof kinds)[number],
  ruleKey: `rule_${n % 20}`,
  label: n % 1_000 === 7 ? 'fraud' : n % 10 === 3 ? 'cleared' : null,
  clause: n % 500 === 0 ? 'rare' : 'usual',
  segment: `country:${['BR', 'AR', 'UY'][n % 7] ?? 'CL'}`,
  to: n % 4 === 0 ? 'HOLD' : 'REVIEW_REQUIRED',
});
type Made = ReturnType<typeof made>;

const filters: readonly (readonly [string, (match: Made) => boolean])[] = [
  ['', () => true],
  ['change=gained', ({ change }) => change === 'gained'],
  ['ruleKey=rule_7', ({ ruleKey }) => ruleKey === 'rule_7'],
  ['label=positive', ({ label }) => label === 'fraud'],
  ['label=unlabelled&change=lost', ({ label, change }) => label === null && change === 'lost'],
  ['clause=rare', ({ clause }) => clause === 'rare'],
  ['segment=country:BR', ({ segment }) => segment === 'country:BR'],
  ['decisionFrom=APPROVE&decisionTo=HOLD', ({ to }) => to === 'HOLD'],
  ['clause=none', () => false],
];

describe('dry-run matches', () => {
  let api: TestApi;
  let run: string;
  beforeAll(async () => {
    ({ api } = await startDryRunApi());
    ({ id: run } = (await runDryRun(api, { source: largeTransaction(50), ...period })) as { id: string });
    await api.pool.query('delete from dry_run_matches where dry_run_id = $1', [run]);
    await api.pool.query(
      `insert into dry_run_matches (organization_id, dry_run_id, value_index, id, place, record_type, record_id, occurred_at, amount,
         sort_amount, currency, label, segments, change, rule_key, clause, decision_baseline, decision_candidate,
         total_score_candidate)
       select $1, $2, 0, gen_random_uuid(), 0.5, 'transaction', lpad(to_hex(n), 32, '0')::uuid,
         '2026-03-01'::timestamptz + (n::bigint * 7919 % 100003) * interval '1 second', n * 7 % 1009, n * 7 % 1009, 'USD',
         case when n % 1000 = 7 then 'fraud' when n % 10 = 3 then 'cleared' end,
         array['country:' || coalesce((array['BR', 'AR', 'UY'])[n % 7 + 1], 'CL')], (array['gained', 'lost', 'same'])[n % 3 + 1],
         'rule_' || n % 20, case when n % 500 = 0 then 'rare' else 'usual' end, 'APPROVE',
         case when n % 4 = 0 then 'HOLD' else 'REVIEW_REQUIRED' end, 30
       from generate_series(0, $3::int - 1) n`,
      [api.production.organizationId, run, matches],
    );
    await api.pool.query('analyze dry_run_matches');
  }, propertyTimeoutMs);
  afterAll(() => api?.stop());

  const read = async (query: string): Promise<{ readonly page: Body; readonly ms: number }> => {
    const begun = performance.now();
    const { body } = await api.call(`/rules/dry-runs/${run}/matches?limit=${pageRows}&${query}`);
    return { page: body, ms: performance.now() - begun };
  };
  const numberOf = ({ recordId }: Body): number => Number.parseInt((recordId as string).replaceAll('-', ''), 16);
  const isDescending = (values: readonly (number | string)[]): boolean =>
    values.every((value, at) => at === 0 || (values[at - 1] as number | string) >= value);

  /** Returns the numbers of all matches, read page by page. */
  async function walk(query: string, sort: 'amount' | 'occurredAt'): Promise<number[]> {
    const numbers: number[] = [];
    const values: (number | string)[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const found = await read(`sort=${sort}&${query}${cursor && `&cursor=${cursor}`}`);
      for (const match of found.page.matches as Body[]) {
        numbers.push(numberOf(match));
        values.push(match[sort] as number | string);
      }
      cursor = found.page.pagination.nextCursor as string | null;
    }
    expect(isDescending(values)).toBe(true);
    return numbers;
  }

  const columns = { occurredAt: 'occurred_at', amount: 'sort_amount' } as const;
  /** Reads pages from certain positions on and returns how long each took. The expected content is read from the database by position. */
  async function jump(query: string, sort: 'amount' | 'occurredAt', wanted: readonly number[]): Promise<string> {
    const ids = wanted.map((n) => n.toString(16).padStart(32, '0'));
    const { rows } = await api.pool.query<{ number: string; value: string; id: string }>(
      `select record_id as number, ${columns[sort]}::text as value, id from dry_run_matches
       where dry_run_id = $1 and record_id = any($2::uuid[]) order by ${columns[sort]} desc, id desc`,
      [run, ids],
    );
    const [, , ...rest] = content((await read(`sort=${sort}&${query}`)).page.pagination.nextCursor as string);
    const took: string[] = [];
    for (const share of [0, 0.5, 0.999]) {
      const place = Math.floor(share * (rows.length - pageRows - 1));
      const { value, id } = rows[place]!;
      const cursor = Buffer.from(JSON.stringify([value, id, ...rest])).toString('base64url');
      const times: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        const { page, ms } = await read(`sort=${sort}&${query}&cursor=${cursor}`);
        times.push(ms);
        const expected = rows.slice(place + 1, place + 1 + pageRows).map(({ number }) => number);
        expect(page.matches.map(({ recordId }: Body) => recordId as string)).toEqual(expected);
      }
      took.push(times.sort((a, b) => a - b)[2]!.toFixed(0));
    }
    return took.join(' ');
  }
  /** Returns the index that the database uses for a page. */
  async function indexOf(sort: 'amount' | 'occurredAt'): Promise<string> {
    const { organizationId } = api.production;
    const last = sort === 'amount' ? `500` : `'2026-03-02'::timestamptz`;
    const { rows } = await inTransaction(api.app.get<PgPool>(pgPoolToken), organizationId, (client) =>
      client.query<{ 'QUERY PLAN': string }>(
        `explain select id from dry_run_matches where organization_id = $1 and dry_run_id = $2 and value_index = 0
           and (${columns[sort]}, id) < (${last}, $3::uuid) order by ${columns[sort]} desc, id desc limit 101`,
        [organizationId, run, unknownId],
      ),
    );
    return rows.map((row) => row['QUERY PLAN'].trim()).join('; ');
  }
  it.each(['occurredAt', 'amount'] as const)('are read by an index condition when sorted by %s', async (sort) => {
    const plan = await indexOf(sort);
    expect(plan).toMatch(new RegExp(`Index Cond: .*ROW\\(${columns[sort]}, id\\)`));
  });

  const content = (cursor: string): unknown[] =>
    JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];

  const cases = (['occurredAt', 'amount'] as const).flatMap((sort) =>
    filters.map(([query, isWanted]) => ({ sort, query, isWanted })),
  );
  it.each(cases)(
    'are returned once each, in order, page by page: $query by $sort',
    async ({ sort, query, isWanted }) => {
      const wanted = Array.from({ length: matches }, (_, n) => n).filter((n) => isWanted(made(n)));
      if (isLarge && wanted.length > 2_000) {
        const took = await jump(query, sort, wanted);
        process.stdout.write(`${sort} ${query || 'all'}: ${took} ms at the beginning, in the middle, at the end\n`);
        return;
      }
      const numbers = await walk(query, sort);
      expect(numbers.sort((a, b) => a - b)).toEqual(wanted);
    },
    propertyTimeoutMs,
  );
});
