import { strToU8, zipSync } from 'fflate';

import { type FormFile as File, sendForm } from '../../../../test/support/send-form.js';
import type { TestResponse, Body, Call } from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('payment file uploads', () => {
  const api = useTestApi();

  const send = (
    files: readonly File[],
    fields: Readonly<Record<string, string>> = {},
    { path = '/batch-import/import/transactions', ...more }: { path?: string } & Pick<Call, 'headers' | 'key'> = {},
  ): Promise<TestResponse> => sendForm(api(), path, files, fields, more);
  const job = async (jobId: string): Promise<Body> => {
    let found: Body;
    await waitUntil(async () => {
      found = (await api().call(`/batch-import/jobs/${jobId}`)).body.job;
      return found.completedAt !== null;
    });
    return found;
  };
  const done = async (files: readonly File[], fields: Readonly<Record<string, string>> = {}): Promise<Body> => {
    const { status, body, text } = await send(files, fields);
    if (status !== 202) throw new Error(text);
    return job(body.jobId as string);
  };
  const stored = async (externalId: string): Promise<Body> =>
    (await api().call(`/transactions/external/${externalId}`)).body.transaction;
  const refused = async (files: readonly File[], fields: Readonly<Record<string, string>> = {}): Promise<Body> => {
    const { status, body } = await send(files, fields);
    return [status, body.error.code, Object.values((body.error.details ?? {}) as object).join(' ')];
  };
  const head = 'externalId,type,amount,currency';
  const collect = { batchErrorHandling: 'continue_collect_errors' };

  it('are stored after the response like single payments, with exact digits and objects', async () => {
    const rows = [
      'external_id,TYPE,Amount,currency,transactedAt,deviceDetails.ipAddress,device_details.is_vpn,metadata.order id,note',
      'csv-1,PAYMENT,123456789012345678.10,usd,2026-03-01T10:00:00Z,203.0.113.7,TRUE,"a, ""b""",hello',
      'csv-2,FEE,007.50,EUR,,,,,',
    ];
    const answer = await send([['march.csv', `${rows.join('\n')}\n`]], { skipDuplicates: 'false' });
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { success: true, kind: 'transaction_batch', totalItems: 2, status: 'running' },
    ]);
    expect(answer.body.preflightFailures).toBeUndefined();
    expect(await job(answer.body.jobId as string)).toMatchObject({
      status: 'completed',
      succeeded: 2,
      failed: 0,
      metadata: {
        skipDuplicates: false,
        sources: [{ name: 'march.csv', totalItems: 2, ignoredColumns: ['note'] }],
      },
    });
    const { text } = await api().call('/transactions/external/csv-1');
    expect(text).toContain('"amount":123456789012345678.10,');
    expect(await stored('csv-1')).toMatchObject({
      currency: 'USD',
      decision: 'APPROVE',
      batchJobId: answer.body.jobId,
      deviceDetails: { ipAddress: '203.0.113.7', isVpn: true },
      metadata: { 'order id': 'a, "b"' },
    });
    expect(await stored('csv-2')).toMatchObject({ amount: 7.5, type: 'FEE', metadata: {} });
  });

  it('report invalid or unreadable rows by line and store the others', async () => {
    const rows = [head, 'row-1,PAYMENT,1,USD', 'row-2,PAYMENT,much,USD', 'row-3,PAYMENT,1,USD,5', 'row-4,GIFT,1,USD'];
    const more = ['"row-5\u0000",PAYMENT,1,USD', 'row-6,PAYMENT,1,USD', ',PAYMENT,1,USD', 'row-1,PAYMENT,1,USD'];
    const file: File = ['rows.csv', [...rows, ...more].join('\n')];
    const answer = await send([file], collect);
    const preflight = answer.body.preflightFailures as readonly Body[];
    expect(preflight.map(({ rowKey, code, message }) => [rowKey, code, message] as unknown[])).toEqual([
      ['row-2', 'VALIDATION_ERROR', 'amount must be a number'],
      ['row-3', 'VALIDATION_ERROR', expect.stringContaining('line 4: has more cells')],
      ['row-4', 'VALIDATION_ERROR', expect.stringContaining('type must be one of')],
      ['4', 'VALIDATION_ERROR', expect.stringContaining('line 6')],
      ['6', 'VALIDATION_ERROR', 'externalId must be a string'],
    ]);
    const jobId = answer.body.jobId as string;
    expect(await job(jobId)).toMatchObject({ status: 'completed', succeeded: 2, failed: 5, skipped: 1 });
    const { failures } = (await api().call(`/batch-import/jobs/${jobId}?include=failures`)).body;
    expect(failures.map(({ index, externalId, code }: Body) => [index, externalId, code])).toEqual([
      [1, 'row-2', 'VALIDATION_ERROR'],
      [2, 'row-3', 'VALIDATION_ERROR'],
      [3, 'row-4', 'VALIDATION_ERROR'],
      [4, null, 'VALIDATION_ERROR'],
      [6, null, 'VALIDATION_ERROR'],
    ]);
    const csv = (await api().call(`/batch-import/transaction-jobs/${jobId}/failures.csv`)).text;
    expect(csv).toContain('row-3,VALIDATION_ERROR,line 4: has more cells');
    expect(await done([file])).toMatchObject({ status: 'failed', succeeded: 0, jobFailure: { code: 'ROLLED_BACK' } });
  });

  it('are read with the given column mapping', async () => {
    const columnMapping = JSON.stringify({
      id: { path: 'externalId', transform: 'trim' },
      kind: { path: 'type', valueMap: { pay: 'PAYMENT' }, required: true },
      sum: { path: 'amount', default: '5' },
      day: { path: 'transactedAt', dateFormat: 'dd/MM/yyyy HH:mm' },
      phone: { path: 'metadata.phone', transform: 'digits' },
      tags: { path: 'metadata.tags', type: 'json' },
      coin: { path: 'currency', default: 'BRL' },
    });
    const file = [
      'id;kind;sum;day;phone;tags;other',
      ' map-1 ;pay;;31/12/2025 23:59;+55 (11) 9;[1, 2];x',
      'map-2;;1;31/12/2025 23:59;;;',
      'map-3;pay;1;31/02/2025 23:59;;;',
    ].join('\r\n');
    const answer = await send([['mapped.csv', file]], { columnMapping, ...collect });
    const why = 'line 4: transactedAt must be a time written as dd/MM/yyyy HH:mm, or ISO 8601 with a time zone offset';
    expect(answer.body.preflightFailures).toContainEqual(expect.objectContaining({ rowKey: 'map-3', message: why }));
    expect(await job(answer.body.jobId as string)).toMatchObject({ succeeded: 1, failed: 2 });
    expect(await stored('map-1')).toMatchObject({
      amount: 5,
      currency: 'BRL',
      transactedAt: '2025-12-31T23:59:00.000Z',
      metadata: { phone: '55119', tags: [1, 2] },
    });
  });

  it('are read with the delimiter and encoding given in the form', async () => {
    const rows = 'externalId;type;amount;currency;description;"a, b"\nlatin-1;FEE;1;USD;comisi\xf3n;x\n';
    const file: File = ['latin.csv', Buffer.from(rows, 'latin1')];
    const { succeeded, metadata } = await done([file], { delimiter: ';', encoding: 'latin1' });
    expect([succeeded, metadata.sources[0].ignoredColumns]).toEqual([1, ['a, b']]);
    expect((await stored('latin-1')).description).toBe('comisión');
    const tabs: File = ['tabs.csv', rows.replaceAll(';', '\t').replace('latin-1', 'latin-2').replace('\xf3', 'o')];
    expect((await done([tabs], { delimiter: 'tab', encoding: 'utf-8' })).succeeded).toBe(1);
  });

  it('can be uploaded together in different formats and are processed in order', async () => {
    const payment = (externalId: string): string =>
      `{"externalId":"${externalId}","type":"FEE","amount":1.10,"currency":"USD"}`;
    const cell = (texts: readonly string[]): string =>
      `<row>${texts.map((each) => `<c t="inlineStr"><is><t>${each}</t></is></c>`).join('')}</row>`;
    const sheet = [head.split(','), ['kind-1', 'FEE', '2.20', 'USD']].map(cell).join('');
    const book = {
      'xl/workbook.xml': '<workbook><sheets><sheet id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r1" Target="s.xml"/></R>',
      'xl/s.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    };
    const packed = zipSync(Object.fromEntries(Object.entries(book).map(([name, text]) => [name, strToU8(text)])));
    const files: readonly File[] = [
      ['a.xlsx', packed],
      ['b.json', `[ ${payment('kind-2')} ]`],
      ['c.json', `{"transactions": [${payment('kind-3')}]}`],
      ['d.JSONL', `${payment('kind-4')}\n\n{"x":\n${payment('kind-5').replace('1.10', '1e-9999')}\n`],
      ['e.csv', `${head}\nkind-1,FEE,9,USD\n`],
    ];
    const { status, body } = await send(files, collect, { path: '/transactions/batch/upload' });
    expect([status, body.totalItems]).toEqual([202, 7]);
    const ended = await job(body.jobId as string);
    expect(ended).toMatchObject({ succeeded: 4, failed: 2, skipped: 1 });
    expect(ended.metadata.sources.map(({ totalItems }: Body) => totalItems as number)).toEqual([1, 1, 1, 3, 1]);
    expect((await stored('kind-1')).amount).toBe(2.2);
    const { text } = await api().call(`/batch-import/jobs/${body.jobId}/payload`);
    expect(text).toContain('"amount":1.10');
  });

  it.each<[string, readonly File[], Readonly<Record<string, string>>, readonly [number, string, string]]>([
    ['none', [], {}, [400, 'VALIDATION_ERROR', 'is required']],
    ['of another kind', [['a.pdf', 'x']], {}, [400, 'VALIDATION_ERROR', 'must have one of the extensions csv, xlsx']],
    ['of an older spreadsheet', [['a.XLS', 'x']], {}, [400, 'VALIDATION_ERROR', '; save it as xlsx or csv']],
    ['an object has', [['a.constructor', 'x']], {}, [400, 'VALIDATION_ERROR', 'must have one of the extensions']],
    ['empty', [['a.csv', '']], {}, [400, 'VALIDATION_ERROR', 'has no rows']],
    ['without rows', [['a.csv', head]], {}, [400, 'VALIDATION_ERROR', 'has no rows']],
    ['a column missing', [['a.csv', 'externalId,type\na,b']], {}, [400, 'VALIDATION_ERROR', '`amount`, `currency`']],
    ['a column twice', [['a.csv', `${head},amount\na`]], {}, [400, 'VALIDATION_ERROR', 'two columns named `amount`']],
    ['two for one', [['a.csv', `${head},Amount\na`]], {}, [400, 'VALIDATION_ERROR', 'two columns for `amount`']],
    ['not UTF-8', [['a.csv', Uint8Array.of(0x61, 0xe9)]], {}, [400, 'VALIDATION_ERROR', 'a.csv: not UTF-8; its `encoding` may be `latin1`']],
    ['another delimiter', [['a.csv', head]], { delimiter: '|' }, [400, 'VALIDATION_ERROR', 'delimiter must be one of']],
    ['another encoding', [['a.csv', head]], { encoding: 'utf-16' }, [400, 'VALIDATION_ERROR', 'encoding must be one of']],
    ['JSON in an encoding', [['a.json', '[]']], { encoding: 'latin1' }, [400, 'VALIDATION_ERROR', 'is for CSV: a.json is not a CSV file']],
    ['JSON with a delimiter', [['a.json', '[]']], { delimiter: ';' }, [400, 'VALIDATION_ERROR', 'is for CSV: a.json is not a CSV file']],
    ['no XLSX', [['a.xlsx', head]], {}, [400, 'VALIDATION_ERROR', 'not XLSX']],
    ['no JSON', [['a.json', '[']], {}, [400, 'VALIDATION_ERROR', 'not JSON']],
    ['JSON of something else', [['a.json', '{}']], {}, [400, 'VALIDATION_ERROR', 'array of payments']],
    ['twice the same member', [['a.json', '[{"a":1,"a":2}]']], {}, [400, 'VALIDATION_ERROR', 'occurs twice']],
    ['six', Array<File>(6).fill(['a.csv', 'x']), {}, [400, 'TOO_MANY_FILES', 'at most 5']],
    ['no mapping', [['a.csv', head]], { columnMapping: '[]' }, [400, 'VALIDATION_ERROR', 'must be an object']],
    ['no JSON mapping', [['a.csv', head]], { columnMapping: '{' }, [400, 'VALIDATION_ERROR', 'must be JSON']],
    ['a wrong path', [['a.csv', head]], { columnMapping: '{"a":"b"}' }, [400, 'VALIDATION_ERROR', 'member of a payment']],
    ['a wrong member', [['a.csv', head]], { columnMapping: '{"a":{"path":"type","x":1}}' }, [400, 'VALIDATION_ERROR', 'no member x']],
    ['a mapping of JSON', [['a.json', '[]']], { columnMapping: '{}' }, [400, 'VALIDATION_ERROR', 'is for tables']],
    ['no flag', [['a.csv', head]], { executeRules: 'maybe' }, [400, 'VALIDATION_ERROR', 'true or false']],
    ['an unknown mapping', [['a.csv', head]], { mappingId: '00000000-0000-7000-8000-000000000000' }, [404, 'MAPPING_NOT_FOUND', '']],
    ['NUL in a field', [['a.csv', head]], { batchErrorHandling: 'a\0' }, [400, 'VALIDATION_ERROR', 'U+0000']],
  ])('are rejected: %s', async (_, files, fields, [status, code, message]) => {
    const answer = await refused(files, fields);
    expect(answer).toEqual([status, code, expect.stringContaining(message) as string]);
  }); // prettier-ignore

  it('are rejected when they exceed the row limit of the plan or the size limit', async () => {
    const rows = `${head}\n${'r,FEE,1,USD\n'.repeat(4_001)}`;
    await api().pool.query(`update organizations set plan = 'free' where id = $1`, [api().production.organizationId]);
    expect((await refused([['a.csv', rows]])).slice(0, 2)).toEqual([400, 'TOO_MANY_ITEMS']);
    await api().pool.query(`update organizations set plan = 'enterprise' where id = $1`, [
      api().production.organizationId,
    ]);
    const large = new Uint8Array(52_428_801).fill(0x61);
    expect((await refused([['a.csv', large]])).slice(0, 2)).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it('are rejected when the form is truncated or has no boundary, and on routes that accept no files', async () => {
    const type = 'multipart/form-data; boundary=b';
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nx';
    const ask = (
      body: string,
      contentType: string,
      path = '/batch-import/import/transactions',
    ): Promise<TestResponse> => api().call(path, { method: 'POST', body, headers: { 'content-type': contentType } });
    const cases = [
      await ask(part, type),
      await ask(`${part}\r\n--b--`, 'multipart/form-data'),
      await ask(`${part.replace('"file"', '"other"')}\r\n--b--`, type),
      await ask('', type),
      await ask('{}', 'application/json'),
    ];
    expect(cases.map(({ status, body }) => [status, body.error.code])).toEqual(
      cases.map(() => [400, 'VALIDATION_ERROR']),
    );
    const elsewhere = await ask(`${part}\r\n--b--`, type, '/transactions');
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect((await send([['a.csv', head]], {}, { key: null })).status).toBe(401);
  });

  it('return the same job when resent with the same idempotency key, but not with different files', async () => {
    const file: File = ['once.csv', `${head}\nonce-1,FEE,1,USD`];
    const headers = { 'idempotency-key': 'upload-1' };
    const first = await send([file], {}, { headers });
    await job(first.body.jobId as string);
    const again = await send([file], {}, { headers });
    expect([again.status, again.body.jobId, again.headers.get('idempotency-replayed')]).toEqual([
      202,
      first.body.jobId,
      'true',
    ]);
    const other = await send([['once.csv', `${head}\nonce-2,FEE,1,USD`]], {}, { headers });
    expect(other.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});
