import { readFileSync } from 'node:fs';

import { isWhole, reportPromise } from '@tamis/testkit';
import { type HostileFile, hostileFiles } from '@tamis/testkit/hostile-files';
import { parse } from 'csv-parse/sync';

import { storeScreening } from '../../../../test/support/integration-records.js';
import { type FormFile, sendForm } from '../../../../test/support/send-form.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const openApi = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Scale of the file sizes: smaller files test the same hostile patterns. */
const share = isWhole ? 1 : 1 / 32;
const files = hostileFiles.filter(({ isLong }) => isWhole || !isLong);

/** Beginnings of cells that a spreadsheet interprets as a formula. */
const live = /^[=+\-@\t\r\n\0]/;

/** Returns the routes that respond with CSV. Uses the OpenAPI document, which is generated from the routes. */
const csvRoutes = (): readonly string[] =>
  Object.entries(openApi.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => JSON.stringify(operation).includes('"text/csv"'))
      .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );

// The files have many megabytes, and the machine may be busy.
jest.setTimeout(900_000);

describe('hostile files', () => {
  const api = useTestApi();
  const collect = { batchErrorHandling: 'continue_collect_errors' };
  const path = '/batch-import/import/transactions';
  const entityPath = '/batch-import/import/entities';

  const send = (file: FormFile, fields: Readonly<Record<string, string>> = collect, to = path): Promise<TestResponse> =>
    sendForm(api(), to, [file], fields);
  const job = async (jobId: string): Promise<Body> => {
    let found: Body;
    await waitUntil(async () => {
      found = (await api().call(`/batch-import/jobs/${jobId}`)).body.job;
      return found.completedAt !== null;
    });
    return found;
  };
  const stored = async (): Promise<number> => {
    const { rows } = await api().pool.query<{ count: number }>(
      `select (select count(*) from transactions where organization_id = $1)::int
         + (select count(*) from entities where organization_id = $1)::int
         + (select count(*) from batch_jobs where organization_id = $1)::int as count`,
      [api().production.organizationId],
    );
    return rows[0]!.count;
  };
  /** Returns what is wrong with the outcome of sending a file; `null` if nothing is. */
  const problemOf = async ({ name, refusal, content }: HostileFile, to: string): Promise<string | null> => {
    const before = await stored();
    const { status, text, body } = await send([name, content(share)], collect, to);
    if (refusal === null) {
      if (status !== 202) return `${status} ${text}`;
      const { status: ended, succeeded, failed, totalItems } = await job(body.jobId as string);
      return ended === 'completed' && succeeded + failed === totalItems ? null : `${ended} of ${totalItems}`;
    }
    const told = Object.values((body.error?.details ?? {}) as object).join(' ') + String(body.error?.message);
    if (status !== 400 && status !== 413) return `${status} ${text}`;
    // The row limit for entities is lower, so a file may exceed that limit first. It is refused for the first limit it exceeds.
    const isFor = told.includes(refusal) || body.error?.code === 'TOO_MANY_ITEMS';
    if (!isFor || !told.includes(name.replace(/^.*\//, ''))) return `${status} ${text}`;
    return (await stored()) === before ? null : 'something was stored';
  };

  it.each([path, entityPath])(
    'promise 19: are refused by what is wrong with them, or read row by row, and nothing else happens: %s',
    async (to) => {
      const problems: string[] = [];
      for (const file of files) {
        const problem = await problemOf(file, to);
        if (problem !== null) problems.push(`${file.title}: ${problem.slice(0, 300)}`);
      }
      const failed = problems.filter((text) => /: 5\d\d /.test(text)).length;
      reportPromise(19, {
        figure: `${files.length} hostile files to ${to}: ${problems.length} failures, ${failed} answers of 5xx`,
        target: '0 failures, 0 answers of 5xx, 0 crashes',
        holds: problems.length === 0,
      });
      expect(problems).toEqual([]);
    },
  );

  it('promise 19: are checked without being stored under the same limits', async () => {
    const tables = files.filter(({ name }) => name.endsWith('.csv'));
    for (const [index, { title, name, refusal, content }] of tables.entries()) {
      const target = index % 2 === 0 ? 'transaction' : 'entity_mixed';
      const { status, text } = await sendForm(api(), '/batch-import/validate-csv', [[name, content(share)]], {
        target,
      });
      expect([title, status]).toEqual([title, refusal === null ? 200 : refusal.includes('bytes') ? 413 : 400]);
      if (refusal !== null) expect(text).toContain(refusal);
    }
  });

  it('promise 19: sent many at once by one organization do not keep the files of another from being read', async () => {
    const content = `externalId,type,amount,currency\n${'many,FEE,1,USD\n'.repeat(5_000)}"`;
    const many = Promise.all(Array.from({ length: 30 }, () => send(['many.csv', content])));
    const own = await sendForm(
      api(),
      '/batch-import/validate-csv',
      [['own.csv', 'externalId,type,amount,currency\nown-1,FEE,1,USD\n']],
      { target: 'transaction' },
      { key: api().stranger.key },
    );
    expect([own.status, own.body.ok]).toEqual([200, true]);
    const statuses = (await many).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([400, 503]));
    // The next file of the same server is read once those are done.
    const next = await send(['next.csv', 'externalId,type,amount,currency\nnext-1,FEE,1,USD\n']);
    expect(await job(next.body.jobId as string)).toMatchObject({ succeeded: 1, failed: 0 });
  });

  it('promise 19: are stored in the order of their rows, also where those are far more than is in memory at once', async () => {
    const note = `"{""note"":""${'row '.repeat(2_500)}""}"`;
    const names = ['x', 'y', 'z'];
    const sent = names.map((name): FormFile => {
      const rows = Array.from({ length: 50 }, (_, n) => `${name}-${n},${n === 40 ? '' : 'FEE'},1,USD,${note}`);
      return [`${name}.csv`, ['externalId,type,amount,currency,metadata', ...rows].join('\n')];
    });
    const { status, body } = await sendForm(api(), path, sent, collect);
    expect([status, body.totalItems]).toEqual([202, 150]);
    const wrong = (body.preflightFailures as readonly Body[]).map(({ rowKey }) => rowKey as string);
    expect(wrong).toEqual(['x-40', 'y-40', 'z-40']);
    const jobId = body.jobId as string;
    expect(await job(jobId)).toMatchObject({ succeeded: 147, failed: 3 });
    const rows = (await api().call(`/batch-import/jobs/${jobId}/payload`)).body as readonly Body[];
    const expected = names.flatMap((name) => Array.from({ length: 50 }, (_, n) => `${name}-${n}`));
    expect(rows.map(({ externalId }) => externalId as string)).toEqual(expected);
  });

  it('promise 19: tell of rows by the lines that a reader of the file sees', async () => {
    const rows = ['externalId,type,amount,currency', '"a\nb",FEE,1,USD,x', '', ',,,', 'c\0,FEE,1,USD', 'd,FEE,1,USD,y'];
    const { body } = await send(['lines.csv', rows.join('\r\n')]);
    const messages = (body.preflightFailures as readonly Body[]).map(({ message }) => String(message).split(':')[0]);
    expect(messages).toEqual(['line 3', 'line 6', 'line 7']);
    expect(await job(body.jobId as string)).toMatchObject({ succeeded: 0, failed: 3 });
  });

  /** Dismisses a match for each prefix, with a reason that begins with it. */
  const decideMatches = async (marks: readonly string[]): Promise<void> => {
    const { organizationId } = api().production;
    for (const [at, mark] of marks.entries()) {
      const person = { type: 'person', name: `Matched ${at}`, countryCode: 'BR' };
      const entityId = (await api().call('/entities', { body: person })).body.entity.id as string;
      const { screeningMatch } = await storeScreening(api(), organizationId, entityId, `=entry-${at}`);
      const body = { decision: 'dismissed', reason: `${mark} is why it is another person` };
      const { status } = await api().call(`/screening-matches/${screeningMatch}/decide`, { body });
      expect(status).toBeLessThan(300);
    }
  };

  /** Returns every CSV export of the API, each containing values that a spreadsheet would execute. */
  const exportsOf = async (): Promise<Readonly<Record<string, string>>> => {
    const marks = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', "'=1", '"=1"'];
    const payments = marks.map(
      (mark) => `{"externalId":${JSON.stringify(mark)},"type":"FEE","amount":1,"currency":"USD"}`,
    );
    const wrong = marks.map((mark) => `{"externalId":${JSON.stringify(mark)},"type":${JSON.stringify(mark)}}`);
    await job((await send(['a.jsonl', payments.join('\n')])).body.jobId as string);
    const sent = (await send(['b.jsonl', [...payments, ...wrong].join('\n')])).body.jobId as string;
    await job(sent);
    const mapping = {
      name: 'formulas',
      target: 'user_event',
      columnMapping: { a: 'eventType', b: 'userId', c: 'externalId' },
    };
    const mappingId = (await api().call('/batch-import/mappings', { method: 'POST', body: mapping })).body.mapping
      ?.id as string;
    const events = `a,b,c\n${marks.map((mark) => `x,u,"${mark.replaceAll('"', '""')}"`).join('\n')}`;
    const userEvents = await sendForm(api(), '/batch-import/import/user-events', [['c.csv', events]], { mappingId });
    await job(userEvents.body.jobId as string);
    const entity = (country: string) => (mark: string) =>
      JSON.stringify({ type: 'person', name: mark, countryCode: country, taxId: `${mark}${mark}` });
    const lines = [...marks.map(entity('BR')), ...marks.map(entity('SE')), ...marks.map(entity('SE'))].join('\n');
    const entities = (await send(['d.jsonl', lines], {}, entityPath)).body.jobId as string;
    await job(entities);
    for (const name of ['=cmd()', '@sum', '-1+1', '+1'])
      await api().call('/roles', { method: 'POST', body: { name, description: name, permissions: [] } });
    await decideMatches(marks);
    const text = async (route: string): Promise<string> => (await api().call(route)).text;
    return {
      'GET /batch-import/transaction-jobs/:id/failures.csv': await text(
        `/batch-import/transaction-jobs/${sent}/failures.csv`,
      ),
      'GET /batch-import/transaction-jobs/:id/skips.csv': await text(
        `/batch-import/transaction-jobs/${sent}/skips.csv`,
      ),
      'GET /batch-import/user-event-jobs/:id/failures.csv': await text(
        `/batch-import/user-event-jobs/${userEvents.body.jobId}/failures.csv`,
      ),
      'GET /batch-import/entity-jobs/:id/failures.csv': await text(
        `/batch-import/entity-jobs/${entities}/failures.csv`,
      ),
      'GET /batch-import/entity-jobs/:id/skips.csv': await text(`/batch-import/entity-jobs/${entities}/skips.csv`),
      'GET /entities/automatic/bulk/imports/:id/failures.csv': await text(
        `/entities/automatic/bulk/imports/${entities}/failures.csv`,
      ),
      'GET /audit/events/export': await text('/audit/events/export?sortOrder=asc'),
      'GET /screening-matches/decisions/export': await text('/screening-matches/decisions/export'),
    };
  };

  it('promise 19: no CSV that is written holds a formula', async () => {
    const written = await exportsOf();
    const routes = csvRoutes();
    expect(Object.keys(written).sort()).toEqual([...routes].sort());
    const cells = Object.values(written).flatMap((csv) => (parse(csv) as readonly (readonly string[])[]).flat());
    const formulas = cells.filter((cell) => live.test(cell));
    reportPromise(19, {
      figure: `${routes.length} routes that write CSV, ${cells.length} cells: ${formulas.length} live formulas`,
      target: '0 live formulas',
      holds: formulas.length === 0,
    });
    expect(formulas).toEqual([]);
    // Makes sure that each file contained such values.
    for (const [name, csv] of Object.entries(written)) expect([name, csv.includes("'=")]).toEqual([name, true]);
  });
});
