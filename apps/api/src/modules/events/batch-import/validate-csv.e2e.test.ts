import {
  deviceTypes,
  paymentMethods,
  transactionReasons,
  transactionStatuses,
  transactionTypes,
  userEventTypes,
} from '@tamis/library';

import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { sendForm } from '../../../../test/support/send-form.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const path = '/batch-import/validate-csv';

describe('shapes 27.1: validate-csv', () => {
  const api = useTestApi();

  type Fields = Readonly<Record<string, string>>;
  const form = (content: string | Uint8Array, fields: Fields = {}, more: object = {}): Promise<TestResponse> =>
    sendForm(api(), path, [['a.csv', content]], { target: 'transaction', ...fields }, more);
  const checked = async (lines: readonly string[], fields: Fields = {}): Promise<Body> => {
    const { status, body, text } = await form(lines.join('\n'), fields);
    if (status !== 200) throw new Error(text);
    return body;
  };
  const json = (body: object, more: object = {}): Promise<TestResponse> =>
    api().call(path, { body: { target: 'transaction', ...body }, ...more });
  const problem = ({ status, body }: TestResponse): readonly unknown[] => [
    status,
    body.error.code,
    Object.entries((body.error.details ?? {}) as object).flat().join(' '),
  ]; // prettier-ignore
  const head = 'externalId,type,amount,currency';

  it('reports valid rows as valid and stores nothing', async () => {
    const tables = ['transactions', 'batch_jobs', 'audit_events', 'outbox', 'entities', 'column_mappings'];
    const counts = async (): Promise<readonly number[]> =>
      Promise.all(
        tables.map(async (table) => (await api().pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n),
      );
    const before = await counts();
    const answer = await checked([`${head},deviceDetails.deviceType`, 'ok-1,PAYMENT,12.50,USD,mobile', '', 'ok-2,FEE,007,brl,']);
    expect(answer).toMatchObject({ success: true, ok: true, totalRows: 2, sampledRows: 2 });
    expect(answer).toMatchObject({ validRowCount: 2, invalidRowCount: 0, warnings: [], rowErrors: [] });
    expect(await counts()).toEqual(before);
  }); // prettier-ignore

  it('lists all allowed values for an invalid enumeration value, as for a single payment', async () => {
    const answer = await checked([
      `${head},status,paymentMethod,reason,deviceDetails.deviceType`,
      'e-1,GIFT,1,USD,DONE,CASHH,BECAUSE,toaster',
    ]);
    const of = (column: string, value: string, allowedValues: readonly string[]): object => ({
      ...{ code: 'INVALID_ENUM_VALUE', row: 2, column, field: column, value, allowedValues: [...allowedValues] },
      ...{ message: expect.stringContaining('must be one of') as string, occurrences: 1 },
    });
    expect(answer.warnings).toEqual([
      of('type', 'GIFT', transactionTypes),
      of('status', 'DONE', transactionStatuses),
      of('reason', 'BECAUSE', transactionReasons),
      of('paymentMethod', 'CASHH', paymentMethods),
      of('deviceDetails.deviceType', 'toaster', deviceTypes),
    ].map((warning) => expect.objectContaining(warning) as object)); // prettier-ignore
    expect(answer.rowErrors).toHaveLength(5);
    const event = await form('eventType,userId,taxId\nLOGIN,u,1', { target: 'user_event' });
    expect(event.body.warnings[0]).toMatchObject({ column: 'eventType', allowedValues: [...userEventTypes] });
  });

  it('groups warnings by code, column and value, and reports each row', async () => {
    const answer = await checked([head, 'g-1,GIFT,1,USD', 'g-2,PAYMENT,1,USD', 'g-3,GIFT,1,USD', 'g-4,Gift,1,USD']);
    expect(answer).toMatchObject({ ok: false, totalRows: 4, validRowCount: 1, invalidRowCount: 3 });
    expect(answer.warnings.map(({ row, value, occurrences }: Body) => [row, value, occurrences])).toEqual([
      [2, 'GIFT', 2],
      [5, 'Gift', 1],
    ]);
    expect(answer.rowErrors.map(({ row }: Body) => row as number)).toEqual([2, 4, 5]);
    expect(answer.rowErrors[0]).toEqual({
      row: 2,
      column: 'type',
      field: 'type',
      code: 'INVALID_ENUM_VALUE',
      message: expect.stringContaining('type must be one of') as string,
      value: 'GIFT',
    });
  });

  const cells = (answer: Body): readonly unknown[] =>
    answer.warnings.map(({ code, row, column, field, value, occurrences }: Body) => [
      code,
      row,
      column,
      field,
      value,
      occurrences,
    ]);
  it.each<[string, readonly string[], Fields, readonly (readonly unknown[])[], number]>([
    ['a column that must be there', ['externalId,type,currency', 'a,FEE,USD', 'b,FEE,USD'], {},
      [['MISSING_REQUIRED_COLUMN', 1, 'amount', 'amount', undefined, 1]], 2],
    ['a mapped one', ['Kind', 'FEE'],
      { columnMapping: '{"Kind":"type","Sum":{"path":"amount","required":true}}', defaultFields: '{"externalId":"x","currency":"USD"}' },
      [['MISSING_REQUIRED_COLUMN', 1, 'Sum', 'amount', undefined, 1]], 1],
    ['a column that is nothing', [`${head},note`, 'a,FEE,1,USD,hello'], {},
      [['UNMAPPED_COLUMN', 1, 'note', undefined, undefined, 1]], 0],
    ['a path that is nothing', [`${head},iban`, 'a,FEE,1,USD,X'],
      { columnMapping: '{"externalId":"externalId","type":"type","amount":"amount","currency":"currency","iban":"origin.iban"}' },
      [['UNKNOWN_PATH', 1, 'iban', 'origin.iban', undefined, 1]], 1],
    ['empty cells', [head, ',FEE,1,USD', ' ,FEE,1,USD', 'a,FEE,,USD'], {},
      [['EMPTY_REQUIRED_VALUE', 2, 'externalId', 'externalId', undefined, 1], ['EMPTY_REQUIRED_VALUE', 3, 'externalId', 'externalId', ' ', 1],
        ['EMPTY_REQUIRED_VALUE', 4, 'amount', 'amount', undefined, 1]], 3],
    ['empty cells that a mapping asks for', [`${head},c`, 'a,FEE,1,USD,'],
      { columnMapping: '{"externalId":"externalId","type":"type","amount":"amount","currency":"currency","c":{"path":"category","required":true}}' },
      [['EMPTY_REQUIRED_VALUE', 2, 'c', 'category', undefined, 1]], 1],
    ['numbers', [`${head},deviceDetails.isVpn`, 'a,FEE,much,USD,', 'b,FEE,-1,USD,', 'c,FEE,1234567890123456789,USD,'], {},
      [['INVALID_NUMBER', 2, 'amount', 'amount', 'much', 1], ['INVALID_NUMBER', 3, 'amount', 'amount', '-1', 1],
        ['INVALID_NUMBER', 4, 'amount', 'amount', '1234567890123456789', 1]], 3],
    ['dates', [`${head},transactedAt`, 'a,FEE,1,USD,yesterday', 'b,FEE,1,USD,2026-03-01T10:00:00Z'], {},
      [['INVALID_DATE', 2, 'transactedAt', 'transactedAt', 'yesterday', 1]], 1],
    ['dates of a format', [`${head},day`, 'a,FEE,1,USD,31/02/2025', 'b,FEE,1,USD,28/02/2025', 'c,FEE,1,USD,2026-03-01T10:00:00Z'],
      { columnMapping: '{"externalId":"externalId","type":"type","amount":"amount","currency":"currency","day":{"path":"transactedAt","dateFormat":"dd/MM/yyyy"}}' },
      [['INVALID_DATE', 2, 'day', 'transactedAt', '31/02/2025', 1]], 1],
    ['what stays text where it is stored', [`${head},n,d`, 'a,FEE,1,USD,seven,soon'],
      { columnMapping: '{"externalId":"externalId","type":"type","amount":"amount","currency":"currency","n":{"path":"metadata.n","type":"number"},"d":{"path":"metadata.d","type":"date"}}' },
      [['INVALID_NUMBER', 2, 'n', 'metadata.n', 'seven', 1], ['INVALID_DATE', 2, 'd', 'metadata.d', 'soon', 1]], 0],
    ['what is neither a flag nor JSON', [`${head},f,j`, 'a,FEE,1,USD,maybe,"{a}"', 'b,FEE,1,USD,TRUE,"[1]"', 'c,FEE,1,USD,,'],
      { columnMapping: '{"externalId":"externalId","type":"type","amount":"amount","currency":"currency","f":{"path":"metadata.f","type":"boolean"},"j":{"path":"metadata.j","type":"json"}}' },
      [['INVALID_BOOLEAN', 2, 'f', 'metadata.f', 'maybe', 1], ['INVALID_JSON', 2, 'j', 'metadata.j', '{a}', 1]], 0],
    ['currencies', [head, 'a,FEE,1,US', 'b,FEE,1,R$'], {},
      [['INVALID_CURRENCY', 2, 'currency', 'currency', 'US', 1], ['INVALID_CURRENCY', 3, 'currency', 'currency', 'R$', 1]], 2],
    ['external ids that stand twice', [head, 'a,FEE,1,USD', 'a,FEE,1,USD', 'b,FEE,1,USD', 'a,FEE,1,USD'], {},
      [['DUPLICATE_EXTERNAL_ID_IN_FILE', 3, 'externalId', 'externalId', 'a', 2]], 2],
    ['an id of a row that is not stored', [head, 'a,FEE,x,USD', 'a,FEE,1,USD', 'a,FEE,1,USD'], {},
      [['INVALID_NUMBER', 2, 'amount', 'amount', 'x', 1], ['DUPLICATE_EXTERNAL_ID_IN_FILE', 4, 'externalId', 'externalId', 'a', 1]], 2],
    ['events that name no entity', ['eventType,userId,taxId', 'LOGIN_FAILED,u,', 'LOGIN_FAILED,u,1', 'LOGIN_FAILED,u,'], { target: 'user_event' },
      [['NO_ENTITY_IDENTIFIER', 2, null, 'entityId', undefined, 2]], 2],
    ['days of events', ['eventType,userId,taxId,on', 'LOGIN_FAILED,u,1,01/03/2026', 'LOGIN_FAILED,u,1,soon'],
      { target: 'user_event', columnMapping: '{"eventType":"eventType","userId":"userId","taxId":"taxId","on":{"path":"eventDate","dateFormat":"dd/MM/yyyy"}}' },
      [['INVALID_DATE', 3, 'on', 'eventDate', 'soon', 1]], 1],
  ])('warns of %s', async (_, lines, fields, warnings, invalid) => {
    const answer = await checked(lines, fields);
    expect(cells(answer)).toEqual(warnings);
    expect([answer.invalidRowCount, answer.ok]).toEqual([invalid, invalid === 0]);
  }); // prettier-ignore

  it('names the time format that the mapping expects in the file', async () => {
    const columnMapping = '{"externalId":"externalId","day":{"path":"transactedAt","dateFormat":"dd/MM/yyyy"}}';
    const answer = await checked(['externalId,day', 'a,2025-31-02'], { columnMapping });
    const [error] = answer.rowErrors.filter(({ field }: { field: string }) => field === 'transactedAt');
    expect(error.message).toBe(
      'transactedAt must be a time written as dd/MM/yyyy, or ISO 8601 with a time zone offset',
    );
    const days = { eventType: 'eventType', on: { path: 'eventDate', dateFormat: 'dd/MM/yyyy' } };
    const rows = ['eventType,on', 'LOGIN_FAILED,2025-31-02', 'LOGIN_FAILED,2025-03-02'];
    const { rowErrors } = await checked(rows, { target: 'user_event', columnMapping: JSON.stringify(days) });
    expect(rowErrors.filter(({ field }: { field: string }) => field === 'eventDate')).toMatchObject([
      { row: 2, code: 'INVALID_DATE', message: 'eventDate must be a day written as dd/MM/yyyy, or yyyy-MM-dd' },
    ]);
    // A value that is stored exactly as written causes no warning.
    const stored = await checked(rows.slice(0, 1).concat('LOGIN_FAILED,2025-03-02'), {
      target: 'user_event',
      columnMapping: JSON.stringify(days),
    });
    expect(stored.warnings.filter(({ field }: Body) => field === 'eventDate')).toEqual([]);
  });

  it('reports for each row every reason for which an upload would reject it', async () => {
    const lines = [`${head},deviceDetails.ipAddress`, 'a,FEE,1,USD,x', 'b,FEE,1,USD,,more', '"c\u0000",FEE,1,USD,'];
    const { warnings, rowErrors, invalidRowCount } = await checked(lines);
    expect([warnings, invalidRowCount]).toEqual([[], 3]);
    expect(rowErrors).toMatchObject([
      { row: 2, column: 'deviceDetails.ipAddress', code: 'VALIDATION_ERROR', value: 'x' },
      { row: 3, code: 'VALIDATION_ERROR', message: expect.stringContaining('has more cells') as string },
      { row: 4, code: 'VALIDATION_ERROR', message: expect.stringContaining('U+0000') as string },
    ]);
    expect(Object.keys(rowErrors[1] as object)).toEqual(['row', 'code', 'message']);
    const custom = await form('eventType,userId,taxId\nCUSTOM,u,1', { target: 'user_event' });
    expect(custom.body.rowErrors).toMatchObject([{ field: 'metadata.name', code: 'VALIDATION_ERROR' }]);
  });

  it('reports the same errors for rows as their upload does', async () => {
    const lines = [
      `${head},status,deviceDetails.ipAddress`,
      ...['u-1,PAYMENT,1,USD,,', 'u-2,GIFT,1,USD,,', 'u-3,FEE,x,USD,,', 'u-4,FEE,1,USD,NEW,', ',FEE,1,USD,,'],
      ...[
        'u-5,FEE,1,U,,',
        'u-6,FEE,1,USD,,no',
        'u-7,FEE,1234567890123456789,USD,,',
        'u-8,FEE,1,USD,,,9',
        'u-9,FEE,1,USD,,::1',
      ],
    ];
    const { rowErrors } = await checked(lines);
    const file = [['u.csv', lines.join('\n')]] as const;
    const upload = await sendForm(api(), '/batch-import/import/transactions', file, {
      batchErrorHandling: 'continue_collect_errors',
    });
    const jobId = upload.body.jobId as string;
    let failures: readonly Body[] = [];
    while (failures.length === 0) {
      const { body } = await api().call(`/batch-import/jobs/${jobId}?include=failures`);
      if (body.status === 'completed') failures = body.failures;
    }
    expect(rowErrors.map(({ row }: Body) => row as number)).toEqual(failures.map(({ index }) => (index as number) + 2));
  });

  it('reads rows with a stored mapping, its target and its defaults', async () => {
    const store = async (more: object): Promise<string> => {
      const { body, text } = await api().call('/batch-import/mappings', { body: more });
      if (!body.mapping) throw new Error(text);
      return body.mapping.id as string;
    };
    const mappingId = await store({
      name: 'bank',
      target: 'transaction',
      columnMapping: { id: 'externalId', kind: { path: 'type', valueMap: { pay: 'PAYMENT' } }, sum: 'amount' },
      defaultFields: { currency: 'BRL' },
    });
    const rows = [{ id: 's-1', kind: 'pay', sum: 1.5 }, { id: 's-2', kind: 'gift', sum: 2 }];
    const answer = await json({ target: undefined, mappingId, rows });
    expect(answer.body).toMatchObject({ totalRows: 2, invalidRowCount: 1 });
    expect(answer.body.warnings).toMatchObject([{ code: 'INVALID_ENUM_VALUE', row: 3, column: 'kind', field: 'type', value: 'gift' }]);
    const other = await json({ mappingId, rows, defaultFields: { currency: 'x' } });
    expect(other.body.warnings[0]).toMatchObject({ code: 'INVALID_CURRENCY', column: 'currency', value: 'x', occurrences: 2 });
    const people = await store({ name: 'people', target: 'entity_person', columnMapping: { a: 'name', b: 'countryCode' } });
    const checked = await json({ target: undefined, mappingId: people, rows: [{ a: 'Ana', b: 'BR' }, { a: 'Eva' }] });
    expect(checked.body).toMatchObject({ validRowCount: 1, rowErrors: [{ row: 3, field: 'countryCode' }] });
    expect(problem(await json({ target: 'user_event', mappingId, rows })).slice(0, 2)).toEqual([400, 'MAPPING_TARGET_MISMATCH']);
    const foreign = await json({ mappingId, rows }, { key: api().stranger.key });
    expect(problem(foreign).slice(0, 2)).toEqual([404, 'MAPPING_NOT_FOUND']);
    expect(problem(await json({ mappingId, rows, columnMapping: {} }))[2]).toContain('cannot be combined');
  }); // prettier-ignore

  it('reads JSON rows like file rows, with the first as line 2', async () => {
    const row = { externalId: 'j-1', type: 'FEE', amount: 1, currency: 'USD' };
    const nested = { path: 'metadata', type: 'json' };
    const columnMapping = { externalId: 'externalId', type: 'type', amount: 'amount', currency: 'currency', more: nested };
    const rows = [row, { ...row, externalId: 'j-2', amount: null }, { ...row, externalId: 'j-3', more: { a: [1] } }];
    const { body } = await json({ columnMapping, rows });
    expect(body).toMatchObject({ totalRows: 3, validRowCount: 2, rowErrors: [{ row: 3, code: 'EMPTY_REQUIRED_VALUE' }] });
  }); // prettier-ignore

  it('reads files with the specified delimiter and encoding', async () => {
    const one = ['a;FEE;1;USD', head.replaceAll(',', ';')].reverse().join('\n');
    expect((await checked([one], { delimiter: ';' })).ok).toBe(true);
    expect((await checked([one], { delimiter: 'auto' })).ok).toBe(true);
    expect((await checked([one])).ok).toBe(true);
    expect((await checked([one.replaceAll(';', '\t')], { delimiter: 'tab' })).ok).toBe(true);
    expect((await checked([one.replaceAll(';', '\t')], { delimiter: '\t' })).ok).toBe(true);
    expect(cells(await checked([one], { delimiter: ',' }))[0]).toEqual(['MISSING_REQUIRED_COLUMN', 1, 'externalId', 'externalId', undefined, 1]);
    const latin = Buffer.from(`${head}\n\xe1,GIFT\xe9,1,USD`, 'latin1');
    expect((await form(latin, { encoding: 'latin1' })).body.warnings).toMatchObject([{ value: 'GIFTé' }]);
    expect(problem(await form(latin))[2]).toBe('file a.csv: not UTF-8; its `encoding` may be `latin1`');
  }); // prettier-ignore

  it('reports as many errors as requested', async () => {
    const lines = [head, ...Array.from({ length: 300 }, (_, n) => `m-${n},T${n},1,USD`)];
    const told = async (fields: Fields): Promise<readonly number[]> => {
      const { warnings, rowErrors, invalidRowCount } = await checked(lines, fields);
      return [warnings.length, rowErrors.length, invalidRowCount];
    };
    expect(await told({})).toEqual([200, 200, 300]);
    expect(await told({ maxWarnings: '2', maxRowErrors: '0' })).toEqual([2, 0, 300]);
    expect(await told({ maxWarnings: '1000', maxRowErrors: '1000' })).toEqual([300, 300, 300]);
    const long = await checked([head, `l-1,${'x'.repeat(201)},1,USD`]);
    expect(long.warnings[0].value).toBe('x'.repeat(200));
  });

  it.each([
    ['transaction', head, 'FEE,1,USD', 50_000],
    ['user_event', 'externalId,eventType,userId,taxId', 'LOGIN_FAILED,u,1', 20_000],
    ['entity_person', 'externalId,name,countryCode', 'Ana,BR', 20_000],
  ])('checks a limited number of rows for target %s and only counts the rest', async (target, first, rest, most) => {
    const { organizationId } = api().production;
    const setPlan = (plan: string): Promise<unknown> =>
      api().pool.query('update organizations set plan = $2 where id = $1', [organizationId, plan]);
    await setPlan('enterprise');
    const lines = [first, ...Array.from({ length: most + 2 }, (_, n) => `${n},${rest}`), 'x'];
    const answer = await form(lines.join('\n'), { target });
    await setPlan('professional');
    // For entities, the maximum number of checked rows is also the maximum of an upload: a longer file is refused.
    if (target === 'entity_person') expect(problem(answer)).toEqual([400, 'TOO_MANY_ITEMS', 'file a.csv has more']);
    else expect(answer.body).toMatchObject({ ok: true, totalRows: most + 3, sampledRows: most, validRowCount: most });
  });

  const files = (...names: readonly string[]): readonly (readonly [string, string])[] =>
    names.map((name) => [name, `${head}\na,FEE,1,USD`]);
  it.each<[string, () => Promise<TestResponse>, readonly [number, string, string]]>([
    ['no target', () => sendForm(api(), path, files('a.csv')), [400, 'VALIDATION_ERROR', 'target is required unless']],
    ['a target that is none', () => form('a', { target: 'payment' }), [400, 'UNSUPPORTED_TARGET', 'transaction, entity_person']],
    ['no file', () => sendForm(api(), path, [], { target: 'transaction' }), [400, 'VALIDATION_ERROR', 'is required: a CSV']],
    ['no rows as JSON', () => json({}), [400, 'VALIDATION_ERROR', 'is required: a CSV']],
    ['two files', () => sendForm(api(), path, files('a.csv', 'b.csv')), [400, 'TOO_MANY_FILES', 'at most 1']],
    ['another kind of file', () => sendForm(api(), path, files('a.xlsx'), { target: 'transaction' }), [400, 'VALIDATION_ERROR', 'must have the extension csv']],
    ['an empty file', () => form(''), [400, 'VALIDATION_ERROR', 'a.csv: has no rows']],
    ['a head alone', () => form(head), [400, 'VALIDATION_ERROR', 'a.csv: has no rows']],
    ['empty JSON', () => json({ rows: [] }), [400, 'VALIDATION_ERROR', 'rows has no rows']],
    ['no objects', () => json({ rows: [{}, 'a'] }), [400, 'VALIDATION_ERROR', 'rows[1] must be an object']],
    ['too many rows', () => json({ rows: Array(5_001).fill({ a: 1 }) }), [400, 'VALIDATION_ERROR', '5000']],
    ['a column twice', () => form(`${head},type\na`), [400, 'VALIDATION_ERROR', 'two columns named `type`']],
    ['too many columns', () => form(`${'a,'.repeat(2_000)}b\nc`), [400, 'VALIDATION_ERROR', 'more than 2000 columns']],
    ['too many names', () => json({ rows: [Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`c${n}`, 1]))] }), [400, 'VALIDATION_ERROR', 'more than 2000 members']],
    ['a wrong mapping', () => form('a\nb', { columnMapping: '{' }), [400, 'VALIDATION_ERROR', 'must be JSON']],
    ['wrong defaults', () => form('a\nb', { defaultFields: '[]' }), [400, 'VALIDATION_ERROR', 'must be an object keyed by member path']],
    ['a wrong delimiter', () => form('a\nb', { delimiter: '|' }), [400, 'VALIDATION_ERROR', 'delimiter must be one of']],
    ['a wrong encoding', () => form('a\nb', { encoding: 'ebcdic' }), [400, 'VALIDATION_ERROR', 'encoding must be one of']],
    ['too much to tell', () => form('a\nb', { maxWarnings: '1001' }), [400, 'VALIDATION_ERROR', 'maxWarnings must not be greater']],
    ['a typo', () => form('a\nb', { maxWarning: '1' }), [400, 'VALIDATION_ERROR', 'not a known field']],
    ['a large file', () => form(new Uint8Array(52_428_801).fill(0x61)), [413, 'FILE_TOO_LARGE', 'a.csv is larger']],
    ['much JSON', () => json({ rows: [{ a: 'x'.repeat(10_485_760) }] }), [413, 'PAYLOAD_TOO_LARGE', '']],
    ['no such mapping', () => form('a\nb', { mappingId: '00000000-0000-7000-8000-000000000000' }), [404, 'MAPPING_NOT_FOUND', '']],
  ])('rejects a request with %s', async (_, ask, [status, code, message]) => {
    expect(problem(await ask())).toEqual([status, code, expect.stringContaining(message) as string]);
  }); // prettier-ignore

  it('requires the permission to import the rows', async () => {
    const key = await createKeyWith(api(), 'events:create');
    const file = 'eventType,userId,taxId\nLOGIN_FAILED,u,1';
    expect((await form(file, { target: 'user_event' }, { key })).status).toBe(200);
    const refused = await form(file, {}, { key });
    expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'transactions:create']);
    const entities = await form(file, { target: 'entity_mixed' }, { key });
    expect([entities.status, entities.body.error.requiredPermission]).toEqual([403, 'entities:bulk_import']);
  });
});
