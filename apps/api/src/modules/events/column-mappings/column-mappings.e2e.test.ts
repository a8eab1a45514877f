import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { sendForm } from '../../../../test/support/send-form.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const path = '/batch-import/mappings';
const importPath = '/batch-import/import/transactions';

describe('shapes 10.1: column mappings', () => {
  const api = useTestApi();

  let made = 0;
  const bodyOf = (more: object = {}): object => {
    made += 1;
    return { name: `mapping ${made}`, target: 'transaction', columnMapping: { id: 'externalId' }, ...more };
  };
  const store = async (more: object = {}): Promise<Body> => {
    const { status, body, text } = await api().call(path, { body: bodyOf(more) });
    if (status !== 201) throw new Error(text);
    return body.mapping;
  };
  const problem = ({ status, body }: TestResponse): readonly unknown[] => [
    status,
    body.error.code,
    ...Object.entries((body.error.details ?? {}) as object).flat(),
  ];
  const change = (id: string, body: object, more: object = {}): Promise<TestResponse> =>
    api().call(`${path}/${id}`, { method: 'PATCH', body, ...more });

  it('are stored as sent, listed by target, changed and deleted', async () => {
    const columnMapping = {
      'Transaction ID': 'externalId',
      Kind: { path: 'type', transform: 'upper', valueMap: { DEBIT: 'PAYMENT' }, required: true },
      Day: { path: 'transactedAt', type: 'date', dateFormat: 'dd/MM/yyyy' },
      Phone: { path: 'metadata.phone', type: 'string', default: 'none' },
    };
    const defaultFields = { currency: 'BRL', amount: 1, 'metadata.isBank': true };
    const sent = { columnMapping, defaultFields, headersSnapshot: ['Transaction ID', 'Kind', 'Day', 'Phone'] };
    const mapping = await store(sent);
    const { organizationId } = api().production;
    expect(mapping).toMatchObject({ ...sent, organizationId, target: 'transaction', createdAt: mapping.updatedAt });
    expect((await api().call(`${path}/${mapping.id}`)).body).toMatchObject({ success: true, mapping });
    const event = await store({ target: 'user_event', columnMapping: { user: 'userId', kind: 'eventType' } });
    expect([event.defaultFields, event.headersSnapshot]).toEqual([{}, null]);
    const listed = async (query: string): Promise<readonly string[]> =>
      (await api().call(`${path}?${query}`)).body.mappings.map(({ id }: Body) => id as string);
    expect(await listed('target=user_event')).toEqual([event.id]);
    expect(await listed('target=user_event,transaction')).toEqual([event.id, mapping.id]);
    const paged = (await api().call(`${path}?limit=1&offset=1`)).body;
    expect([paged.mappings[0].id, paged.pagination]).toMatchObject([mapping.id, { total: 2, hasMore: false }]);
    const changed = await change(mapping.id as string, { name: 'Bank', headersSnapshot: ['Day'] });
    expect(changed.body.mapping).toMatchObject({
      name: 'Bank',
      columnMapping,
      defaultFields,
      headersSnapshot: ['Day'],
    });
    expect((await api().call(`${path}/${mapping.id}`)).body.mapping).toEqual(changed.body.mapping);
    const gone = await api().call(`${path}/${event.id}`, { method: 'DELETE' });
    expect([gone.status, gone.body]).toMatchObject([200, { success: true, id: event.id }]);
    for (const again of [await api().call(`${path}/${event.id}`), await change(event.id as string, {})])
      expect(problem(again)).toEqual([404, 'MAPPING_NOT_FOUND']);
    expect(problem(await api().call(`${path}/${event.id}`, { method: 'DELETE' }))).toEqual([404, 'MAPPING_NOT_FOUND']);
  });

  it('record changes in the audit log, and nothing when nothing changed', async () => {
    const { id, name } = await store();
    await change(id as string, { columnMapping: { id: 'externalId' } });
    await change(id as string, { columnMapping: { id: 'externalId', sum: 'amount' } });
    await api().call(`${path}/${id}`, { method: 'DELETE' });
    const { events } = (await api().call(`/audit/events?resourceId=${id}&sortOrder=asc`)).body;
    expect(events).toMatchObject([
      { event: 'batch_mapping_created', resourceType: 'batch_mapping', changes: { name: { current: name } } },
      { event: 'batch_mapping_updated', changes: { columnMapping: { previous: { id: 'externalId' } } } },
      { event: 'batch_mapping_deleted' },
    ]);
    expect(Object.keys(events[1].changes as object)).toEqual(['columnMapping']);
  });

  it('must have a unique name in the organization', async () => {
    const [one, other] = [await store({ name: 'once' }), await store()];
    const taken = [409, 'DUPLICATE_NAME', 'name', 'another mapping has this name'];
    expect(problem(await api().call(path, { body: bodyOf({ name: 'once', target: 'user_event', columnMapping: { u: 'userId' } }) }))).toEqual(taken);
    expect(problem(await change(other.id as string, { name: 'once' }))).toEqual(taken);
    expect((await change(one.id as string, { name: 'once' })).status).toBe(200);
    const { key } = api().stranger;
    expect((await api().call(path, { key, body: bodyOf({ name: 'once' }) })).status).toBe(201);
  }); // prettier-ignore

  const many = (count: number, of: (n: number) => readonly [string, unknown]): object =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => of(n)));
  it.each<[string, object, string, string]>([
    ['no name', { name: ' ' }, 'name', 'must not be empty'],
    ['a name too long', { name: 'x'.repeat(201) }, 'name', '200'],
    ['no such target', { target: 'payment' }, 'target', 'must be one of transaction'],
    ['an unknown member', { columns: {} }, 'columns', 'not a known field'],
    ['no columns', { columnMapping: {} }, 'columnMapping', 'at least one column'],
    ['too many columns', { columnMapping: many(501, (n) => [`c${n}`, `metadata.m${n}`]) }, 'columnMapping', 'at most 500 columns'],
    ['a long name of a column', { columnMapping: { ['x'.repeat(256)]: 'type' } }, 'columnMapping', 'more than 255'],
    ['a name twice', { columnMapping: { a: 'type', ' a ': 'amount' } }, 'columnMapping', 'a: occurs twice'],
    ['no path', { columnMapping: { a: { type: 'string' } } }, 'columnMapping', 'a: must name a path'],
    ['a path of nothing', { columnMapping: { a: 'originDetail.iban' } }, 'columnMapping.a', 'member of a payment: originDetail.iban'],
    ['a path in other letters', { columnMapping: { a: 'externalID' } }, 'columnMapping.a', 'member of a payment'],
    ['a path below a number', { columnMapping: { a: 'amount.value' } }, 'columnMapping.a', 'member of a payment'],
    ['a path of a prototype', { columnMapping: { a: 'constructor' } }, 'columnMapping.a', 'member of a payment'],
    ['a path of another target', { target: 'user_event', columnMapping: { a: 'amount' } }, 'columnMapping.a', 'member of a user event'],
    ['a path of no entity', { target: 'entity_mixed', columnMapping: { a: 'taxId', b: 'amount' } }, 'columnMapping.b', 'member of an entity'],
    ['a wrong type', { columnMapping: { a: { path: 'type', type: 'text' } } }, 'columnMapping', 'a: type must be one of string'],
    ['a wrong format', { columnMapping: { a: { path: 'type', dateFormat: 'dd' } } }, 'columnMapping', 'a: dateFormat'],
    ['a wrong transform', { columnMapping: { a: { path: 'type', transform: 'x' } } }, 'columnMapping', 'a: transform'],
    ['a wrong map', { columnMapping: { a: { path: 'type', valueMap: ['x'] } } }, 'columnMapping', 'a: valueMap'],
    ['a default that is no text', { columnMapping: { a: { path: 'type', default: 1 } } }, 'columnMapping', 'a: default must be text'],
    ['a typo', { columnMapping: { a: { path: 'type', requird: true } } }, 'columnMapping', 'a: has no member requird'],
    ['a default of nothing', { defaultFields: { kind: 'x' } }, 'defaultFields.kind', 'member of a payment'],
    ['an object as default', { defaultFields: { metadata: {} } }, 'defaultFields', 'metadata: must be text'],
    ['too much', { columnMapping: many(70, (n) => [`c${n}`, { path: `metadata.m${n}`, default: 'x'.repeat(1_000) }]) }, 'columnMapping', 'at most 65536 characters'],
    ['too many headers', { headersSnapshot: Array(501).fill('x') }, 'headersSnapshot', '500'],
  ])('are rejected with the location of the error for %s', async (_, more, field, message) => {
    const [status, code, ...details] = problem(await api().call(path, { body: bodyOf(more) }));
    expect([status, code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(details).toEqual(expect.arrayContaining([field, expect.stringContaining(message)]));
  }); // prettier-ignore

  it('are validated against the new target when they change', async () => {
    const { id } = await store({ columnMapping: { a: 'amount' } });
    expect(problem(await change(id as string, { target: 'user_event' })).slice(0, 3)).toEqual([
      400,
      'VALIDATION_ERROR',
      'columnMapping.a',
    ]);
    const moved = await change(id as string, { target: 'user_event', columnMapping: { a: 'userId' } });
    expect(moved.body.mapping).toMatchObject({ target: 'user_event', columnMapping: { a: 'userId' } });
  });

  it('are limited in number per organization', async () => {
    const { organizationId } = api().sandbox;
    await api().pool.query(
      `insert into column_mappings select $1, gen_random_uuid(), 'm' || n, 'transaction', '{"a":"type"}', '{}', null, 'x', now(), now()
       from generate_series(1, 499) n`,
      [organizationId],
    );
    const { key } = api().sandbox;
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => api().call(path, { key, body: bodyOf({ name }) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(problem(answers.find(({ status }) => status === 400)!)[1]).toBe('TOO_MANY_ITEMS');
  });

  it('are written with the permission to import their target, and read with any import permission', async () => {
    const { id } = await store();
    const ofEntities = { target: 'entity_person', columnMapping: { doc: 'taxId', since: 'relatedTaxId' } };
    const key = await createKeyWith(api(), 'entities:bulk_import');
    expect((await api().call(`${path}/${id}`, { key })).status).toBe(200);
    const refused = [
      await api().call(path, { key, body: bodyOf() }),
      await change(id as string, { name: 'mine' }, { key }),
      await api().call(`${path}/${id}`, { key, method: 'DELETE' }),
    ];
    for (const answer of refused)
      expect([answer.status, answer.body.error.requiredPermission]).toEqual([403, 'transactions:create']);
    const own = await api().call(path, { key, body: bodyOf(ofEntities) });
    expect(own.status).toBe(201);
    const moved = await change(own.body.mapping.id as string, { target: 'transaction', columnMapping: { a: 'type' } }, { key });
    expect(moved.status).toBe(403);
  }); // prettier-ignore

  describe('in payment uploads', () => {
    const job = async (jobId: string): Promise<Body> => {
      let found: Body;
      await waitUntil(async () => {
        found = (await api().call(`/batch-import/jobs/${jobId}`)).body.job;
        return found.completedAt !== null;
      });
      return found;
    };
    const columnMapping = {
      id: { path: 'externalId', transform: 'trim' },
      kind: { path: 'type', valueMap: { pay: 'PAYMENT' }, required: true },
      sum: { path: 'amount', default: '5' },
      day: { path: 'transactedAt', dateFormat: 'dd/MM/yyyy HH:mm' },
      phone: { path: 'metadata.phone', transform: 'digits' },
      tags: { path: 'metadata.tags', type: 'json' },
      level: { path: 'metadata.level', type: 'number' },
      note: { path: 'description' },
    };
    const rowOf = (id: string): string =>
      ['id;kind;sum;day;phone;tags;level;note;other', ` ${id} ;pay;;31/12/2025 23:59;+55 (11) 9;[1, 2];7;;x`].join(
        '\r\n',
      );

    it.each(['/batch-import/import/transactions', '/transactions/batch/upload'])(
      'have the same effect at %s as a mapping sent with the files, and apply default values',
      async (at) => {
        const prefix = at.length;
        const defaultFields = { currency: 'BRL', amount: 9, 'metadata.bank': 17, description: 'of a bank' };
        const stored = await store({ columnMapping, defaultFields });
        const note = { note: { path: 'description', default: 'of a bank' } };
        const coin = { coin: { path: 'currency', default: 'BRL' } };
        const bank = { bank: { path: 'metadata.bank', type: 'number', default: '17' } };
        const asked: readonly { id: string; fields: Readonly<Record<string, string>> }[] = [
          { id: `stored-${prefix}`, fields: { mappingId: stored.id as string } },
          {
            id: `sent-${prefix}`,
            fields: { columnMapping: JSON.stringify({ ...columnMapping, ...coin, ...bank, ...note }) },
          },
        ];
        const payments: Body[] = [];
        for (const { id, fields } of asked) {
          const { status, body, text } = await sendForm(api(), at, [['mapped.csv', rowOf(id)]], fields);
          if (status !== 202) throw new Error(text);
          expect(await job(body.jobId as string)).toMatchObject({ status: 'completed', succeeded: 1 });
          payments.push((await api().call(`/transactions/external/${id}`)).body.transaction);
        }
        const wanted = {
          type: 'PAYMENT',
          amount: 5,
          currency: 'BRL',
          description: 'of a bank',
          transactedAt: '2025-12-31T23:59:00.000Z',
          metadata: { phone: '55119', tags: [1, 2], level: 7, bank: 17 },
        };
        expect(payments).toMatchObject([wanted, wanted]);
      },
    );

    it('report JSON cells that are nested too deep or too large by column', async () => {
      const cells = ['['.repeat(300_000), `[${'1,'.repeat(60_000)}1]`, `${'['.repeat(60)}${']'.repeat(60)}`];
      const file = ['id;kind;sum;tags', ...cells.map((cell, n) => `deep-${n};pay;1;${cell}`)].join('\n');
      const fields = {
        columnMapping: JSON.stringify({ ...columnMapping, coin: { path: 'currency', default: 'BRL' } }),
        batchErrorHandling: 'continue_collect_errors',
      };
      const { status, body, text } = await sendForm(api(), importPath, [['deep.csv', file]], fields);
      if (status !== 202) throw new Error(text);
      expect(body.preflightFailures).toMatchObject([
        { rowKey: 'deep-0', message: expect.stringContaining('line 2: `tags`: nested deeper than 64 levels') },
        {
          rowKey: 'deep-1',
          message: expect.stringContaining('line 3: `tags`: has more than 50000 members and elements'),
        },
      ]);
      expect(await job(body.jobId as string)).toMatchObject({ succeeded: 1, failed: 2 });
    });

    const refused = async (fields: Readonly<Record<string, string>>, more: object = {}): Promise<readonly unknown[]> =>
      problem(await sendForm(api(), importPath, [['a.csv', rowOf('x')]], fields, more));

    it('are rejected if unknown, of another organization or for another target', async () => {
      const [own, event] = [await store(), await store({ target: 'user_event', columnMapping: { u: 'userId' } })];
      const none = [404, 'MAPPING_NOT_FOUND'];
      expect(await refused({ mappingId: '00000000-0000-7000-8000-000000000000' })).toEqual(none);
      expect(await refused({ mappingId: own.id as string }, { key: api().stranger.key })).toEqual(none);
      expect(await refused({ mappingId: event.id as string })).toEqual([
        400,
        'MAPPING_TARGET_MISMATCH',
        'mappingId',
        `${event.name} is for user_event, not for transaction`,
      ]);
      expect(await refused({ mappingId: own.id as string, columnMapping: '{}' })).toEqual([
        400,
        'VALIDATION_ERROR',
        'mappingId',
        'mappingId cannot be combined with columnMapping',
      ]);
      expect((await refused({ mappingId: own.id as string }))[3]).toBe(
        'a.csv: has no column for `type`, `amount`, `currency`',
      );
      const json = await sendForm(api(), importPath, [['a.json', '[]']], { mappingId: own.id as string });
      expect(problem(json).slice(2)).toEqual(['mappingId', 'is for tables: a.json is not one']);
    });

    it('are rejected if the file lacks a required column', async () => {
      const { id } = await store({ columnMapping: { ...columnMapping, coin: { path: 'currency', required: true } } });
      expect((await refused({ mappingId: id as string }))[3]).toBe('a.csv: has no column `coin`');
    });
  });
});
