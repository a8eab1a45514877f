import { largeTransaction } from '../../../test/support/dry-run-transactions.js';
import { useTestApi } from '../../../test/support/use-test-api.js';
import type { Body, TestResponse } from '../../../test/support/start-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';
import { limits } from '../limits.js';

/** Text in each payment, long enough that forty payments exceed what is parsed at once. */
const note = 'é'.repeat(15_000);
const payment = (externalId: string, more = ''): string =>
  `{"externalId":"${externalId}", "type":"FEE","amount":1.10,"currency":"USD","executeRules":false,"metadata":{"note":"${note}"}${more}}`;
const payments = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => payment(`${name}-${index}`));
const bodyOf = (rows: readonly string[], more = ''): string => `{"transactions": [\n${rows.join(',\n')}\n]${more}}`;

describe('bodies too large to be parsed at once', () => {
  const api = useTestApi();
  const send = (path: string, body: string, headers = {}): Promise<TestResponse> =>
    api().call(path, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const background = '/transactions/batch/background';
  const ended = async (jobId: string): Promise<Body> => {
    let job: Body;
    await waitUntil(async () => {
      job = (await api().call(`/batch-import/jobs/${jobId}`)).body.job;
      return job.completedAt !== null;
    });
    return job;
  };
  const sentRows = async (jobId: string): Promise<readonly Body[]> =>
    (await api().call(`/batch-import/jobs/${jobId}/payload`)).body;
  const rowsWith = (row: string): readonly string[] => [...payments('wrong', 40), row];
  const jobs = async (): Promise<number> => (await api().call('/batch-import/jobs')).body.pagination.total as number;

  it('become batches like others, in order and digit for digit', async () => {
    const rows = [
      ...payments('large', 45),
      payment('exact', ',"amount":12345678901234567.89').replace('"amount":1.10,', ''),
    ];
    const sent = await send('/transactions/batch', bodyOf(rows, ',"batchErrorHandling":"continue_collect_errors"'));
    expect([sent.status, sent.body.created, sent.body.transactions.length]).toEqual([200, 46, 46]);
    expect(await sentRows(sent.body.jobId as string)).toEqual(rows.map((row) => JSON.parse(row) as unknown));
    expect((await api().call('/transactions/external/exact')).text).toContain('12345678901234567.89');
  });

  it('keep the transactions of each source, also of an empty source', async () => {
    const decoy = `"other":{"y":{"transactions":[1,2]}}`;
    const sources = [payments('a', 30), [], payments('b', 20)].map(
      (rows, index) => `{"transactions":[${rows.join(' , ')}],"name":"s-${index}"}`,
    );
    const sent = await send(
      '/transactions/batch/background-multi',
      `{${decoy},"sources":[${sources.join(',')}],${decoy.replace('other', 'more')}}`,
    );
    expect([sent.status, sent.body.totalItems]).toEqual([202, 50]);
    expect(await ended(sent.body.jobId as string)).toMatchObject({
      status: 'completed',
      succeeded: 50,
      metadata: { sources: [{ totalItems: 30 }, { totalItems: 0 }, { totalItems: 20 }] },
    });
    const names = (await sentRows(sent.body.jobId as string)).map(({ externalId }) => externalId as string);
    expect(names).toEqual([30, 20].flatMap((count, of) => Array.from({ length: count }, (_, n) => `${'ab'[of]}-${n}`)));
  });

  it.each([
    [
      'a key that occurs twice',
      rowsWith(payment('twice', ',"type":"FEE"')),
      '',
      'line 42: an element of transactions: the key "type" occurs twice',
    ],
    ['NUL', rowsWith(payment('nul', ',"channel":"\\u0000"')), '', 'U+0000'],
    ['half a pair', rowsWith(payment('half', ',"channel":"\\ud800"')), '', 'surrogate'],
    ['__proto__', rowsWith(payment('proto', ',"__proto__":{}')), '', '__proto__'],
    ['a number that cannot be kept', rowsWith(payment('digits', ',"x":12345678901234567')), '', 'send it as text'],
    ['an element that is no JSON', rowsWith('{"externalId":no}'), '', 'line 42: not JSON'],
    ['an element that is missing', rowsWith(','), '', 'an element of the array is missing'],
    ['an element nested too deep', rowsWith('['.repeat(70) + ']'.repeat(70)), '', 'nested deeper than 64'],
    ['an element of more than a megabyte', [`"${'x'.repeat(1_100_000)}"`], '', 'more than 1048576 characters'],
    ['a body that ends too early', rowsWith('{'), '', 'ends within an array'],
    ['a member that occurs twice', payments('again', 40), ',"transactions":[]', 'the key "transactions" occurs twice'],
    ['an option that is none', payments('option', 40), ',"batchErrorHandling":"none"', 'batchErrorHandling'],
    ['what is no array', [], `,"x":"${'y'.repeat(1_100_000)}"`, 'what stands around the array is too large'],
  ])('are rejected because of %s', async (_, rows, more, told) => {
    const before = await jobs();
    const body = bodyOf(rows, more);
    const answer = await send(background, told === 'ends within an array' ? body.slice(0, -3) : body);
    expect([answer.status, JSON.parse(JSON.stringify(answer.body.error)).code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(Object.values(answer.body.error.details as object).join() + answer.text).toContain(told);
    expect(await jobs()).toBe(before);
  });

  it('are recognized as the same request when identical', async () => {
    const headers = { 'idempotency-key': 'large-body' };
    const first = await send(background, bodyOf(payments('same', 40)), headers);
    const again = await send(background, bodyOf(payments('same', 40)), headers);
    const other = await send(background, bodyOf(payments('else', 40)), headers);
    expect([first.status, again.body.jobId, other.status]).toEqual([202, first.body.jobId, 409]);
    await ended(first.body.jobId as string);
  });

  it('are reassembled when their elements are needed together', async () => {
    const list = await api().call('/data-lists', { body: { name: 'large', type: 'custom', source: 'manual_entry' } });
    const path = `/data-lists/${list.body.data.id}/items/bulk`;
    const items = (count: number, text: string): string =>
      Array.from({ length: count }, (_, n) => `{"primaryValue":"v-${n}","reason":"${text}"}`).join();
    const sent = await send(path, `{"items":[${items(3_000, 'r'.repeat(400))}],"skipValidationErrors":true}`);
    expect([sent.status, sent.body.data]).toMatchObject([200, { total: 3_000, created: 3_000 }]);
    const many = await send(path, `{"items":[${items(limits.bulkItems + 5, 'r')}]}`);
    expect([many.status, many.body.error.code]).toEqual([400, 'ITEM_LIMIT_EXCEEDED']);
    const rows = `"rows":[${payments('checked', 50).join()}]`;
    const checked = await send('/batch-import/validate-csv', `{"target":"transaction",${rows}}`);
    expect([checked.status, checked.body.totalRows]).toEqual([200, 50]);
  });

  it('keep the elements of a nested object, and report the position of an invalid one', async () => {
    const label = (n: number): string => `{"externalId":"labelled ${n}","label":"positive"}`;
    const dryRun = (inline: readonly string[]): Promise<TestResponse> => {
      const labels = `"labels":{"from":["inline"], "inline" : [${inline.join()}],"positive":["FRAUD"]}`;
      const period = '"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"';
      return send('/rules/dry-runs', `{${labels},"source":${JSON.stringify(largeTransaction(50))},${period}}`);
    };
    const many = Array.from({ length: 30_000 }, (_, n) => label(n));
    const { status, body } = await dryRun(many);
    expect([status, body.dryRun.request.labels]).toMatchObject([202, { inlineCount: 30_000, positive: ['FRAUD'] }]);
    const details = async (inline: readonly string[]): Promise<unknown> => (await dryRun(inline)).body.error.details;
    const told = 'labels.inline[30000]';
    expect(await details([...many, '{"externalId":"x","label":"maybe"}'])).toHaveProperty([`${told}.label`]);
    expect(await details([...many, '7'])).toEqual({ [told]: 'must be an object' });
    const tooMany = Array.from({ length: 100_001 }, (_, n) => label(n));
    expect(await details(tooMany)).toHaveProperty(['labels.inline']);
  });

  it('may omit their length, and are rejected when they are too long', async () => {
    const stream = (chunks: number): Promise<Response> =>
      fetch(api().url + background, {
        method: 'POST',
        headers: { authorization: `Bearer ${api().production.key}`, 'content-type': 'application/json' },
        body: new ReadableStream({
          pull: (controller) => {
            if (chunks-- > 0) controller.enqueue(Buffer.alloc(1_048_576, ' '));
            else {
              controller.enqueue(Buffer.from(bodyOf(payments('stream', 1))));
              controller.close();
            }
          },
        }),
        duplex: 'half',
      });
    const small = await stream(0);
    expect(small.status).toBe(202);
    await ended(((await small.json()) as Body).jobId as string);
    expect((await stream(limits.batchPaymentsBytes / 1_048_576 + 1)).status).toBe(413);
  });
});
