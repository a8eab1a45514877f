import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type FormFile as File, sendForm } from '../../../../test/support/send-form.js';
import type { TestResponse, Body, Call } from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const path = '/batch-import/import/user-events';
const taxId = '390.533.447-05';
const columnMapping = {
  id: 'externalId',
  what: { path: 'eventType', valueMap: { in: 'LOGIN_SUCCESS', out: 'LOGOUT' }, required: true },
  user: 'userId',
  customer: 'entityExternalId',
  tax: 'taxId',
  land: 'country',
  day: { path: 'timestamp', dateFormat: 'dd/MM/yyyy HH:mm' },
  ...{ device: 'deviceId', ip: 'ipAddress', vpn: 'isVpn' },
  note: 'metadata.note',
};

describe('user event file uploads', () => {
  const api = useTestApi();
  let mappingId: string;
  let entityId: string;
  beforeAll(async () => {
    const body = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana', taxId };
    entityId = (await api().call('/entities', { body })).body.entity.id as string;
    mappingId = await mapping('sign-ins', { columnMapping });
  });

  const mapping = async (name: string, more: object, call: Call = {}): Promise<string> => {
    const body = { name, target: 'user_event', ...more };
    return (await api().call('/batch-import/mappings', { ...call, body })).body.mapping.id as string;
  };
  const send = (
    files: readonly File[],
    fields: Readonly<Record<string, string>> = {},
    more: Pick<Call, 'headers' | 'key'> = {},
  ): Promise<TestResponse> => sendForm(api(), path, files, { mappingId, ...fields }, more);
  const read = async (jobId: string): Promise<Body> => (await api().call(`/batch-import/jobs/${jobId}`)).body.job;
  const job = async (jobId: string): Promise<Body> => {
    let found: Body;
    await waitUntil(async () => {
      found = await read(jobId);
      return found.completedAt !== null;
    });
    return found;
  };
  const done = async (file: File, fields: Readonly<Record<string, string>> = {}): Promise<Body> => {
    const { status, body, text } = await send([file], fields);
    if (status !== 202) throw new Error(text);
    return job(body.jobId as string);
  };
  const of = (name: string): Promise<TestResponse> => api().call(`/batch-import/${name}`);
  const failuresOf = async (jobId: string): Promise<readonly Body[]> =>
    (await of(`user-event-jobs/${jobId}/failures`)).body.failures as Body[];
  const eventsOf = async (user: string): Promise<readonly Body[]> =>
    (await api().call(`/events/user?userId=${user}&limit=100`)).body.events as Body[];
  const refused = ({ status, body }: TestResponse): Body => [
    status,
    body.error.code,
    Object.values((body.error.details ?? {}) as object).join(' '),
  ];
  const csv = (...rows: readonly string[]): string => rows.join('\n');
  const head = 'id,what,user,customer';

  it('are stored after the response like single events, with their device and their decision', async () => {
    const answer = await send([
      [
        'march.csv',
        csv(
          'id,what,user,customer,day,device,ip,vpn,note,other',
          'file-1,in,u-file,ana,01/03/2026 10:02,d-1,203.0.113.7,TRUE,"a, b",x',
          'file-2,out,u-file,ana,02/03/2026 10:02,,,,,',
        ),
      ],
    ]);
    expect([answer.status, answer.body]).toMatchObject([
      202,
      { success: true, kind: 'user_event_batch', totalItems: 2, status: 'running' },
    ]);
    expect(answer.body.preflightFailures).toBeUndefined();
    const jobId = answer.body.jobId as string;
    const ended = await job(jobId);
    expect(ended).toMatchObject({
      kind: 'user_event_batch',
      status: 'completed',
      succeeded: 2,
      failed: 0,
      skipped: 0,
      metadata: {
        executeRules: true,
        withAutoEntity: true,
        batchErrorHandling: 'continue_collect_errors',
        sources: [{ name: 'march.csv', totalItems: 2, ignoredColumns: ['other'] }],
      },
    });
    const [second, first] = await eventsOf('u-file');
    expect(first).toMatchObject({
      externalId: 'file-1',
      eventType: 'LOGIN_SUCCESS',
      entityId,
      timestamp: '2026-03-01T10:02:00.000Z',
      deviceId: 'd-1',
      isVpn: true,
      metadata: { note: 'a, b' },
      batchJobId: jobId,
    });
    expect(second).toMatchObject({ externalId: 'file-2', eventType: 'LOGOUT', batchJobId: jobId });
    expect((await api().call(`/devices/entity/${entityId}`)).body.devices).toMatchObject([{ deviceId: 'd-1' }]);
    const { body } = await api().call(`/audit/events?resourceId=${first.id}`);
    expect(body.events).toMatchObject([{ event: 'user_event_received', relatedIds: { entityId } }]);
    expect((await of(`jobs?kind=user_event_batch`)).body.jobs).toContainEqual(ended);
    expect((await of(`jobs?kind=transaction_batch`)).body.jobs).toEqual([]);
    expect((await of(`jobs/${jobId}/payload`)).body).toMatchObject([
      { externalId: 'file-1' },
      { externalId: 'file-2' },
    ]);
    const { rows } = await api().pool.query<{ event: string }>(
      `select event from outbox_events where payload ->> 'jobId' = $1 and event <> 'batch-job:progress' order by seq, place`,
      [jobId],
    );
    expect(rows).toEqual([{ event: 'batch-job:finished' }, { event: 'batch.job_completed' }]);
  });

  it('report invalid rows with the same errors as for a single event, and store the others', async () => {
    const { body } = await send([
      [
        'rows.csv',
        csv(
          'id,what,user,customer,tax,land,day',
          'row-1,in,u-rows,ana,,,',
          'row-2,jump,u-rows,ana,,,',
          'row-3,in,u-rows,nobody,,,',
          'row-1,in,u-rows,ana,,,',
          'row-4,in,u-rows,,52.998.224/7-25,,',
          'row-5,in,u-rows,ana,,,31/02/2026 10:00',
          ',in,u-rows,,,,',
          'row-6,in,u-rows,ana,,,,more',
          'row-7,,u-rows,ana,,,',
          'row-8,in,,ana,,,',
          'row-9,out,u-rows,ana,,,',
        ),
      ],
    ]);
    const told = (rows: readonly Body[]): readonly unknown[] =>
      rows.map(({ rowKey, code, message }) => [rowKey, code, message] as unknown);
    const saying = (text: string): string => expect.stringContaining(text) as string;
    expect(told(body.preflightFailures as Body[])).toEqual([
      ['row-2', 'VALIDATION_ERROR', saying('eventType must be one of')],
      ['row-5', 'VALIDATION_ERROR', saying('line 7: timestamp must be a time written as dd/MM/yyyy HH:mm')],
      ['6', 'VALIDATION_ERROR', saying('one of entityId, entityExternalId and taxId')],
      ['row-6', 'VALIDATION_ERROR', saying('line 9: has more cells')],
      ['row-7', 'VALIDATION_ERROR', saying('line 10: `what` is empty')],
      ['row-8', 'VALIDATION_ERROR', saying('userId')],
    ]);
    const jobId = body.jobId as string;
    expect(await job(jobId)).toMatchObject({ status: 'completed', succeeded: 2, failed: 9, skipped: 0 });
    const failures = await failuresOf(jobId);
    expect(told(failures)).toEqual([
      ['row-2', 'VALIDATION_ERROR', saying('eventType must be one of')],
      ['row-3', 'ENTITY_NOT_FOUND', saying('The event refers to an unknown entity')],
      ['row-1', 'DUPLICATE_EXTERNAL_ID', saying('another user event')],
      ['row-4', 'VALIDATION_ERROR', saying('country is required')],
      ['row-5', 'VALIDATION_ERROR', saying('line 7')],
      ['6', 'VALIDATION_ERROR', saying('one of entityId, entityExternalId and taxId')],
      ['row-6', 'VALIDATION_ERROR', saying('line 9')],
      ['row-7', 'VALIDATION_ERROR', saying('line 10')],
      ['row-8', 'VALIDATION_ERROR', saying('userId')],
    ]);
    const included = (await of(`jobs/${jobId}?include=failures`)).body;
    expect(included).toMatchObject({ kind: 'user_event_batch', failures, failuresTotal: 9, truncated: false });
    const file = await of(`user-event-jobs/${jobId}/failures.csv`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.text.split('\n')[0]!.trim()).toBe('row_key,code,error');
    expect(file.text).toContain('row-3,ENTITY_NOT_FOUND,The event refers to an unknown entity');
    expect((await eventsOf('u-rows')).map(({ externalId }) => externalId as string).sort()).toEqual(['row-1', 'row-9']);
    for (const name of ['failures', 'failures.csv', 'skips.csv'])
      expect((await of(`transaction-jobs/${jobId}/${name}`)).status).toBe(404);
  });

  it('create each unknown tax id as one entity, unless entity creation is disabled', async () => {
    const rows = (name: string, tax: string): File => [
      'new.csv',
      csv('id,what,user,tax,land', `${name}-1,in,u-${name},${tax},br`, `${name}-2,out,u-${name},${tax},br`),
    ];
    expect(await done(rows('auto', '11.222.333/0001-81'))).toMatchObject({ succeeded: 2, failed: 0 });
    const [second, first] = await eventsOf('u-auto');
    expect(second.entityId).toBe(first.entityId);
    const { body: entity } = await api().call(`/entities/${first.entityId}`);
    expect(entity).toMatchObject({ type: 'company', taxId: '11.222.333/0001-81', countryCode: 'BR', isClient: false });
    const trail = (await api().call(`/audit/events?resourceId=${first.entityId}`)).body.events as Body[];
    expect(trail.map(({ event }) => event as string)).toContain('entity_created');
    const ended = await done(rows('none', '19.131.243/0001-97'), { withAutoEntity: 'false' });
    expect(ended).toMatchObject({ succeeded: 0, failed: 2, metadata: { withAutoEntity: false } });
    expect((await failuresOf(ended.jobId as string)).map(({ code }) => code as string)).toEqual([
      'ENTITY_NOT_FOUND',
      'ENTITY_NOT_FOUND',
    ]);
  });

  it('store nothing when all rows must succeed and one fails, or only the rows before the failing one', async () => {
    const rows = (name: string, tax: string): File => [
      'all.csv',
      csv(
        'id,what,user,customer,tax,land,device',
        `${name}-1,in,u-${name},ana,,,d-${name}`,
        `${name}-2,in,u-${name},,${tax},br,`,
        `${name}-3,in,u-${name},nobody,,,`,
        `${name}-4,in,u-${name},ana,,,`,
      ),
    ];
    const traces = async (): Promise<unknown> => {
      const tables = ['user_events', 'user_event_keys', 'entities', 'devices', 'evaluations'];
      const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
      // Events about the batch itself are expected, so they are not counted.
      counts.push(`(select count(*)::int from audit_events where event not like 'batch%') as audit_events`);
      const events = `(select count(*)::int from outbox_events where event not like 'batch%') as told`;
      return (await api().pool.query(`select ${counts.join(', ')}, ${events}`)).rows[0];
    };
    const before = await traces();
    expect(await done(rows('undone', '60.746.948/0001-12'), { batchErrorHandling: 'rollback_all' })).toMatchObject({
      status: 'failed',
      succeeded: 0,
      failed: 4,
      jobFailure: { code: 'ROLLED_BACK', message: 'One of the user events could not be stored, so none was' },
    });
    expect(await traces()).toEqual(before);
    expect(await done(rows('kept', '60.746.948/0001-12'), { batchErrorHandling: 'stop_keep_success' })).toMatchObject({
      status: 'completed',
      succeeded: 2,
      failed: 2,
    });
    expect((await eventsOf('u-kept')).map(({ externalId }) => externalId as string)).toEqual(['kept-2', 'kept-1']);
    const whole = rows('whole', '33.000.167/0001-01');
    const right: File = ['all.csv', (whole[1] as string).replace('nobody', 'ana')];
    expect(await done(right, { batchErrorHandling: 'rollback_all' })).toMatchObject({
      status: 'completed',
      succeeded: 4,
    });
  });

  it('run no rules when rules are disabled', async () => {
    const ended = await done(['plain.csv', csv(head, 'plain-1,in,u-plain,ana')], { executeRules: 'false' });
    expect(ended).toMatchObject({ succeeded: 1, metadata: { executeRules: false } });
    expect(await eventsOf('u-plain')).toMatchObject([{ decision: null, lastEvaluationId: null }]);
  });

  it('accept a byte order mark, and use the delimiter and encoding given in the form', async () => {
    const marked = `\ufeff${csv(head, 'bom-1,in,u-bom,ana')}`;
    expect((await done(['bom.csv', marked])).succeeded).toBe(1);
    const rows = Buffer.from(csv('id;what;user;customer;note;"a, b"', 'lat-1;in;u-lat;ana;sesi\xf3n;x'), 'latin1');
    const latin = await done(['latin.csv', rows], { delimiter: ';', encoding: 'latin1' });
    expect([latin.succeeded, latin.metadata.sources[0].ignoredColumns]).toEqual([1, ['a, b']]);
    expect(await eventsOf('u-lat')).toMatchObject([{ metadata: { note: 'sesión' } }]);
  });

  it.each<[string, readonly File[], Readonly<Record<string, string>>, readonly [number, string, string]]>([
    ['none', [], {}, [400, 'VALIDATION_ERROR', 'is required: a file of user events']],
    ['two', [['a.csv', head], ['b.csv', head]], {}, [400, 'TOO_MANY_FILES', 'at most 1']],
    ['of another kind', [['a.json', '[]']], {}, [400, 'VALIDATION_ERROR', 'a.json: must have the extension csv']],
    ['empty', [['a.csv', '']], {}, [400, 'VALIDATION_ERROR', 'has no rows']],
    ['without rows', [['a.csv', head]], {}, [400, 'VALIDATION_ERROR', 'has no rows']],
    ['a column missing', [['a.csv', 'id,user\na,b']], {}, [400, 'VALIDATION_ERROR', 'has no column `what`']],
    ['not UTF-8', [['a.csv', Uint8Array.of(0x61, 0xe9)]], {}, [400, 'VALIDATION_ERROR', 'not UTF-8']],
    ['another delimiter', [['a.csv', head]], { delimiter: '|' }, [400, 'VALIDATION_ERROR', 'delimiter must be one of']],
    ['another handling', [['a.csv', head]], { batchErrorHandling: 'x' }, [400, 'VALIDATION_ERROR', 'batchErrorHandling must be']],
    ['no flag', [['a.csv', head]], { withAutoEntity: 'maybe' }, [400, 'VALIDATION_ERROR', 'true or false']],
    ['no mapping', [['a.csv', head]], { mappingId: '' }, [400, 'VALIDATION_ERROR', 'mappingId']],
    ['an unknown mapping', [['a.csv', head]], { mappingId: '00000000-0000-7000-8000-000000000000' }, [404, 'MAPPING_NOT_FOUND', '']],
  ])('are rejected: %s', async (_, files, fields, [status, code, message]) => {
    expect(refused(await send(files, fields))).toEqual([status, code, expect.stringContaining(message) as string]);
  }); // prettier-ignore

  it('are rejected with a missing mapping or a mapping of another organization or target', async () => {
    const file: File = ['a.csv', csv(head, 'x,in,u,ana')];
    const foreign = await mapping('foreign', { columnMapping }, { key: api().stranger.key });
    expect(refused(await send([file], { mappingId: foreign }))).toEqual([404, 'MAPPING_NOT_FOUND', '']);
    const payments = await mapping('payments', { columnMapping: { id: 'externalId' }, target: 'transaction' });
    const mismatch = refused(await send([file], { mappingId: payments }));
    expect(mismatch).toEqual([400, 'MAPPING_TARGET_MISMATCH', 'payments is for transaction, not for user_event']);
    expect(refused(await sendForm(api(), path, [file]))).toEqual([400, 'VALIDATION_ERROR', 'mappingId must be a UUID']);
    const key = await createKeyWith(api(), 'transactions:create');
    expect((await send([file], {}, { key })).status).toBe(403);
    expect((await send([file], {}, { key: null })).status).toBe(401);
  });

  it('are rejected when they exceed the row limit of the plan or the size limit', async () => {
    const setPlan = (plan: string): Promise<unknown> =>
      api().pool.query(`update organizations set plan = $2 where id = $1`, [api().production.organizationId, plan]);
    await setPlan('free');
    const rows = `${head}\n${'r,in,u,ana\n'.repeat(4_001)}`;
    expect(refused(await send([['a.csv', rows]]))).toEqual([400, 'TOO_MANY_ITEMS', 'a.csv has more']);
    await setPlan('enterprise');
    const large = new Uint8Array(52_428_801).fill(0x61);
    expect(refused(await send([['a.csv', large]])).slice(0, 2)).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it('return the same job when resent with the same idempotency key', async () => {
    const file: File = ['once.csv', csv(head, 'once-1,in,u-once,ana')];
    const headers = { 'idempotency-key': 'events-1' };
    const first = await send([file], {}, { headers });
    await job(first.body.jobId as string);
    const again = await send([file], {}, { headers });
    expect([again.status, again.body.jobId]).toEqual([202, first.body.jobId]);
    expect(await eventsOf('u-once')).toHaveLength(1);
  });

  it('complete only after the asynchronous rules have run for their events', async () => {
    const id = await publishRule(api(), {
      source: `rule after "after" {
  on userEvent (created)
  evaluate async
  when event.userId = "u-after"
  then alert LOW "after"
}`,
    });
    expect((await done(['after.csv', csv(head, 'after-1,in,u-after,ana', 'after-2,in,u-after,ana')])).succeeded).toBe(
      2,
    );
    expect((await api().call(`/intelligence/alerts?ruleId=${id}`)).body.count).toBe(2);
    await api().call(`/rules/${id}`, { method: 'PATCH', body: { status: 'inactive', reason: 'tested' } });
  });

  it('count each other and concurrent single events without deadlock', async () => {
    const id = await publishRule(api(), {
      source: `rule often "often" {
  on userEvent (created)
  let n = count(userEvents from entity in last 24h)
  when n >= 1 and event.userId = "u-often"
  then alert LOW "{n}"
}`,
    });
    const rows = Array.from({ length: 90 }, (_, index) => `often-${index},in,u-often,ana`);
    const { body } = await send([['often.csv', csv(head, ...rows)]]);
    const alone = { eventType: 'LOGIN_SUCCESS', userId: 'u-often', entityId };
    const statuses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([1, 2].map(() => api().call('/events/user', { body: alone })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses).toEqual(Array(10).fill(201));
    expect(await job(body.jobId as string)).toMatchObject({ succeeded: 90, failed: 0 });
    const alerts = (await api().call(`/intelligence/alerts?ruleId=${id}&limit=1`)).body;
    expect(alerts.count ?? alerts.pagination.total).toBeGreaterThanOrEqual(99);
    await api().call(`/rules/${id}`, { method: 'PATCH', body: { status: 'inactive', reason: 'tested' } });
  });
});
