import { reportPromise } from '@tamis/testkit';

import { allMatches, runDryRun } from '../../../../test/support/dry-run-calls.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { rowTexts } from '../../../../test/support/row-texts.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

import { TenantDatabase } from '../../../platform/database/index.js';
import { Secrets } from '../../../platform/secrets/index.js';
import { openInputs, packInputs } from '../../decisions/evaluations/index.js';
import { sealStoredNumbers } from './index.js';

const [own, payee, inBatch] = ['AR01-7788 12345690', '55501234567891', '66601234567892'] as const;
/** One number must be escaped in JSON. The other is so short that it occurs in other texts by chance. */
const odd = ['9"0\\1é2345', '12'] as const;

const account = (accountNumber: string) => ({ accountNumber, bankName: 'Itaú' });

describe('promise 6: account numbers of payments at rest', () => {
  const api = useOwnTestApi();
  let sent = 0;

  const payment = (origin: string, destination: string, more: object = {}) => ({
    ...{ externalId: `sealed-${(sent += 1)}`, type: 'PAYMENT', amount: 10, currency: 'USD' },
    ...{ originDetails: account(origin), destinationDetails: account(destination), ...more },
  });

  const pay = async (origin: string, destination: string, more: object = {}): Promise<TestResponse> => {
    const answer = await api().call('/transactions', { body: payment(origin, destination, more) });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer;
  };

  /** Returns the keys of the rules that hit. */
  const hits = ({ body }: TestResponse): readonly string[] =>
    body.rulesResult.alerts.map(({ title }: { title: string }) => title.split(' ')[0]!).sort();

  /** Returns the tables with rows that contain one of the numbers in plain text. */
  const tablesWith = async (numbers: readonly string[]): Promise<readonly string[]> => {
    const tables = await api().pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const forms = numbers.flatMap((number) => [
      ...[number, JSON.stringify(number).slice(1, -1)],
      ...[Buffer.from(number).toString('hex'), Buffer.from(number).toString('base64')],
    ]);
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const rows = await rowTexts(api().pool, name);
      found.push(...rows.filter((row) => forms.some((form) => row.includes(form))).map(() => name));
    }
    return found;
  };

  beforeAll(async () => {
    const rules: Readonly<Record<string, string>> = {
      same: 'count(transactions per originAccount.details.accountNumber in last 30d) >= 2',
      starts:
        'count(transactions per destinationAccount.details.accountNumber in last 30d where originAccount.details.accountNumber starts with "AR01") >= 2',
      seen: 'firstSeen(destinationAccount.details.accountNumber, "payee") is present',
      shared: 'sharedWith("origin.details.accountNumber", 30d) >= 1',
      own: 'originAccount.details.accountNumber starts with "AR01"',
    };
    for (const [key, condition] of Object.entries(rules))
      await publishRule(api(), {
        source: `rule ${key} "${key}" {
  on transaction (created)
  when ${condition}
  then alert LOW "${key} {originAccount.details.accountNumber}" once per originAccount.details.accountNumber in 1h
}`,
      });
    for (const externalId of ['ana', 'ben'])
      await api().call('/entities', { body: { type: 'person', name: externalId, countryCode: 'BR', externalId } });
  });

  it('are visible to rules as sent, in windows and in lifetime records', async () => {
    expect(hits(await pay(own, payee, { originExternalId: 'ana' }))).toEqual(['own']);
    const second = await pay(own, payee, { originExternalId: 'ben' });
    expect(hits(second)).toEqual(['own', 'same', 'seen', 'shared', 'starts']);
    expect(hits(await pay(odd[0], odd[1]))).toEqual([]);
    expect(hits(await pay(odd[0], odd[1]))).toEqual(['same', 'seen']);
  });

  it('are shown as sent together with their evaluations, which replay to the same outcome', async () => {
    const { body } = await pay(odd[0], own, { originExternalId: 'ana' });
    const { transaction } = (await api().call(`/transactions/${body.transaction.id}`)).body;
    expect(transaction.origin.details).toEqual(account(odd[0]));
    expect(transaction.destination.details).toEqual(account(own));
    const path = `/evaluations/${body.rulesResult.evaluationId}`;
    const { evaluation } = (await api().call(path)).body;
    expect(JSON.stringify(evaluation)).not.toContain('~an1.');
    for (const mode of ['inputs', 'recompute'])
      expect((await api().call(`${path}/replay`, { body: { mode } })).body).toMatchObject({
        equal: true,
        differences: [],
      });
  });

  it('are visible to a dry run as sent', async () => {
    const source = `rule starts "starts" {
  on transaction (created)
  when originAccount.details.accountNumber starts with "AR01"
   and count(transactions per originAccount.details.accountNumber in last 30d where destinationAccount.details.accountNumber ends with "891") >= 2
  then suggest FLAG
}`;
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const { id } = await runDryRun(api(), { source, from, to });
    const matches = await allMatches(api(), `/rules/dry-runs/${id}/matches`);
    expect(new Set(matches.map(({ externalId }) => externalId as string))).toEqual(new Set(['sealed-2']));
  });

  it('appear in no table in plain text, whether sent alone or in a batch', async () => {
    const rows = [payment(inBatch, payee), payment(own, inBatch)];
    const { jobId } = (await api().call('/transactions/batch', { body: { transactions: rows } })).body;
    const sentRows = await api().call(`/batch-import/jobs/${jobId}/payload`);
    expect(JSON.parse(sentRows.text)).toEqual(rows);
    const all = [own, payee, inBatch, odd[0]];
    const found = await tablesWith(all);
    const { rows: stored } = await api().pool.query<{ payments: number; runs: number; alerts: number }>(
      `select (select count(*) from transactions where origin_account is not null)::int as payments,
         (select count(*) from evaluations)::int as runs, (select count(*) from alerts)::int as alerts`,
    );
    expect(stored[0]).toMatchObject({ payments: 7, runs: 7, alerts: expect.any(Number) });
    const figure = `${found.length} rows with account numbers of ${stored[0]!.payments} payments, ${stored[0]!.alerts} alerts and a batch`;
    reportPromise(6, { figure, target: '0 hits', holds: found.length === 0 });
    expect(found).toEqual([]);
  });

  it('are encrypted where they were stored in plain text, and replay to the same outcome', async () => {
    const { pool, app, production } = api();
    const { organizationId } = production;
    const [secrets, database] = [app.get(Secrets), app.get(TenantDatabase)];
    const numbers = await secrets.accountNumbers(database.forOrganization(organizationId), organizationId);
    // A window over this payment contains the account number of another payment.
    await pay('AR01-another 1', payee, { originExternalId: 'ben' });
    const { body } = await pay(own, payee, { originExternalId: 'ana' });
    const stored = async (): Promise<unknown> => {
      const payments = await pool.query(
        'select id, origin_details::text, destination_details::text, origin_account from transactions order by id',
      );
      const runs = await pool.query('select id, inputs, reads::text, outcome::text from evaluations order by id');
      return [payments.rows, runs.rows];
    };
    const before = await stored();
    const open = async (table: string, field: 'transactions.details' | 'evaluations', columns: readonly string[]) => {
      const texts = columns.map((column) => `${column}::text as ${column}`).join(', ');
      const { rows } = await pool.query<Record<string, string | null>>(`select id, ${texts} from ${table}`);
      for (const row of rows)
        for (const column of columns) {
          const text = row[column];
          const opened = text == null ? null : numbers.open(field, text);
          await pool.query(`update ${table} set ${column} = $2 where id = $1`, [row['id'], opened]);
        }
    };
    await open('transactions', 'transactions.details', ['origin_details', 'destination_details']);
    await open('evaluations', 'evaluations', ['reads', 'outcome']);
    const { rows: runs } = await pool.query<{ id: string; inputs: Buffer }>('select id, inputs from evaluations');
    for (const { id, inputs } of runs)
      await pool.query('update evaluations set inputs = $2 where id = $1', [
        id,
        packInputs(openInputs(inputs, numbers)),
      ]);
    const rows = [payment(inBatch, payee)];
    await pool.query(`update batch_rows set rows = $1`, [JSON.stringify(rows)]);
    const all = [own, payee, inBatch, odd[0], 'AR01-another 1'];
    expect(new Set(await tablesWith(all))).toEqual(new Set([...(await partitionsOf()), 'batch_rows']));
    const sealed = await sealStoredNumbers(pool, secrets, organizationId);
    expect(sealed).toEqual({ transactions: 9, evaluations: 9, batches: 1 });
    expect(await tablesWith(all)).toEqual([]);
    expect(await stored()).toEqual(before);
    expect(await sealStoredNumbers(pool, secrets, organizationId)).toEqual({
      transactions: 0,
      evaluations: 0,
      batches: 0,
    });
    const replayed = await api().call(`/evaluations/${body.rulesResult.evaluationId}/replay`, { body: {} });
    expect(replayed.body).toMatchObject({ equal: true });
  });

  /** Returns the partitions that contain current payments and evaluations. */
  const partitionsOf = async (): Promise<readonly string[]> => {
    const { rows } = await api().pool.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from transactions union select tableoid::regclass::text from evaluations`,
    );
    return rows.map(({ name }) => name);
  };
});
