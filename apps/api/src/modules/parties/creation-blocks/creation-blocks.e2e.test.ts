import { limits } from '../../../platform/limits.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('platform 4.4: creation blocks', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const person = (more: object = {}) => ({ type: 'person', name: 'Ana Souza', countryCode: 'BR', ...more });
  const newList = async (type: string, ...values: string[]): Promise<string> => {
    const made = await api.call('/data-lists', { body: { name: `${type} ${values[0]}`, type, source: 'internal' } });
    const items = values.map((primaryValue) => ({ primaryValue }));
    await api.call(`/data-lists/${made.body.data.id}/items`, { body: { items } });
    return made.body.data.id;
  };
  const block = async (body: object): Promise<Body> =>
    (await api.call('/creation-blocks', { body })).body.creationBlock;
  const lift = (id: string) => api.call(`/creation-blocks/${id}`, { method: 'DELETE' });
  const count = async () => (await api.pool.query<{ n: number }>('select count(*)::int as n from entities')).rows[0]!.n;

  const blocked: [string, { list: [string, string]; fieldPath: string; scope?: string; body: object; value: string }][] = [
    ['a tax id in another spelling', {
      list: ['document_blocklist', '123.456.789-09'], fieldPath: 'taxId', body: { taxId: '12345678909' }, value: '12345678909' }],
    ['a name in other letters', {
      list: ['person_blocklist', 'ana souza'], fieldPath: 'name', scope: 'person', body: {}, value: 'Ana Souza' }],
    ['a country of a company', {
      list: ['country_list', 'us'], fieldPath: 'countryCode', scope: 'company', body: { type: 'company', countryCode: 'US' }, value: 'US' }],
    ['an e-mail of a person', {
      list: ['email_blocklist', 'ana@example.com'], fieldPath: 'entityData.person.email',
      body: { entityData: { person: { email: 'ANA@example.com' } } }, value: 'ANA@example.com' }],
    ['a member of a list of attributes', {
      list: ['custom', 'b2'], fieldPath: 'attributes.risk.codes', body: { attributes: { risk: { codes: ['a1', 'B2'] } } }, value: 'B2' }],
    ['a number', { list: ['custom', '7'], fieldPath: 'attributes.level', body: { attributes: { level: 7 } }, value: '7' }],
  ]; // prettier-ignore
  it.each(blocked)('4.4: rejects %s on a list, gives the reason and records it', async (_, row) => {
    const listId = await newList(...row.list);
    const scope = row.scope ?? 'all';
    const { id } = await block({ listId, fieldPath: row.fieldPath, ...(row.scope && { scope }) });
    const before = await count();
    const { status, body } = await api.call('/entities', { body: person(row.body) });
    expect([status, body.code, body.details]).toEqual([
      422,
      'ENTITY_CREATION_LIST_BLOCK',
      { ruleId: id, listId, fieldPath: row.fieldPath, scope, matchedValue: row.value },
    ]);
    expect(await count()).toBe(before);
    const { events } = (await api.call('/audit/events?event=entity_creation_blocked&limit=1')).body;
    const field = row.fieldPath.split('.').at(-1)!;
    expect(events).toMatchObject([
      {
        resourceId: id,
        changes: { [field]: { previous: null, current: row.value } },
        relatedIds: { ruleId: id, listId },
      },
    ]);
    expect((await api.call('/entities', { body: person(row.body), key: api.stranger.key })).status).toBe(201);
    expect((await lift(id)).status).toBe(200);
    expect((await api.call('/entities', { body: person(row.body) })).status).toBe(201);
  });

  it('allows another entity type, a value not on the list, and a list that is not active', async () => {
    const listId = await newList('custom', 'Blocked Ltd');
    const { id } = await block({ listId, fieldPath: 'name', scope: 'company' });
    const name = 'Blocked Ltd';
    expect((await api.call('/entities', { body: person({ name }) })).status).toBe(201);
    expect((await api.call('/entities', { body: person({ type: 'company' }) })).status).toBe(201);
    const company = person({ type: 'company', name });
    expect((await api.call('/entities', { body: company })).status).toBe(422);
    await api.pool.query(`update data_lists set status = 'inactive' where id = $1`, [listId]);
    expect((await api.call('/entities', { body: company })).status).toBe(201);
    await lift(id);
  });

  it('keeps its list from being archived, or deactivated without force', async () => {
    const listId = await newList('custom', 'Kept Ltd');
    const { id } = await block({ listId, fieldPath: 'name' });
    const set = (status: string, query = '') =>
      api.call(`/data-lists/${listId}/status${query}`, { method: 'PATCH', body: { status } });
    for (const refused of [await set('inactive'), await set('archived', '?force=true')])
      expect([refused.status, refused.body.error]).toEqual([
        409,
        expect.objectContaining({ code: 'LIST_IN_USE', details: { ruleIds: [], creationBlockIds: [id] } }),
      ]);
    expect((await api.call(`/data-lists/${listId}`, { method: 'DELETE' })).status).toBe(409);
    expect((await api.call('/entities', { body: person({ name: 'Kept Ltd' }) })).status).toBe(422);
    expect((await set('inactive', '?force=true')).status).toBe(200);
    expect((await set('active')).status).toBe(200);
    await lift(id);
    expect((await api.call(`/data-lists/${listId}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('is not made for a list that is archived, even at the same moment', async () => {
    const listId = await newList('custom', 'Late Ltd');
    const archiving = await api.pool.connect();
    const create = () => api.call('/creation-blocks', { body: { listId, fieldPath: 'name' } });
    try {
      await archiving.query('begin');
      await archiving.query(`update data_lists set status = 'archived' where id = $1`, [listId]);
      let hasAnswered = false;
      const asked = create().finally(() => (hasAnswered = true));
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await waitUntil(async () => hasAnswered || (await api.pool.query(waiting)).rowCount === 1);
      await archiving.query('commit');
      for (const { status, body } of [await asked, await create()])
        expect([status, body.error.code]).toEqual([422, 'LIST_NOT_FOUND']);
    } finally {
      archiving.release();
    }
  });

  it('uses no quota, and blocks before the quota error is reported', async () => {
    const listId = await newList('custom', 'Nobody');
    const { id } = await block({ listId, fieldPath: 'name' });
    await api.pool.query(
      `insert into creation_quotas (organization_id, module, period, quota, period_key) values ($1, 'entities', 'total', 1, 'total')`,
      [api.production.organizationId],
    );
    const create = async (name: string) => (await api.call('/entities', { body: person({ name }) })).status;
    expect([await create('Nobody'), await create('Somebody'), await create('Nobody'), await create('Anybody')]).toEqual(
      [422, 201, 422, 429],
    );
    await api.pool.query('delete from creation_quotas');
    await lift(id);
  });

  it('is limited per organization, also when created concurrently', async () => {
    const listId = await newList('custom', 'full');
    await api.pool.query(
      `insert into creation_blocks (organization_id, id, list_id, field_path, scope, created_by, created_at)
       select $1, gen_random_uuid(), $2, 'attributes.a' || n, 'all', 'test', now() from generate_series(1, $3) n`,
      [api.production.organizationId, listId, limits.creationBlocks - 1],
    );
    const create = (n: number) => api.call('/creation-blocks', { body: { listId, fieldPath: `attributes.b${n}` } });
    const answers = await Promise.all([1, 2, 3, 4].map(create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    await api.pool.query('delete from creation_blocks where list_id = $1', [listId]);
  });

  const refused: [string, (list: string) => object, number, string][] = [
    ['nothing', () => ({}), 400, 'VALIDATION_ERROR'],
    ['a field that entities do not have', (listId) => ({ listId, fieldPath: 'shoeSize' }), 400, 'VALIDATION_ERROR'],
    ['all attributes at once', (listId) => ({ listId, fieldPath: 'attributes' }), 400, 'VALIDATION_ERROR'],
    ['an unknown scope', (listId) => ({ listId, fieldPath: 'name', scope: 'card' }), 400, 'VALIDATION_ERROR'],
    ['an unknown member', (listId) => ({ listId, fieldPath: 'name', type: 'person' }), 400, 'VALIDATION_ERROR'],
    ['an unknown list', () => ({ listId: '00000000-0000-7000-8000-0000000000f3', fieldPath: 'name' }), 422, 'LIST_NOT_FOUND'],
    ['what is forbidden already', (listId) => ({ listId, fieldPath: 'taxId', scope: 'all' }), 409, 'DUPLICATE_KEY'],
  ]; // prettier-ignore
  it.each(refused)('rejects a block of %s', async (_, body, status, code) => {
    const listId = await newList('custom', `refused ${code}`);
    const { id } = await block({ listId, fieldPath: 'taxId' });
    expect(await api.call('/creation-blocks', { body: body(listId) })).toMatchObject({
      status,
      body: { error: { code } },
    });
    expect((await api.call('/creation-blocks')).body).toMatchObject({ creationBlocks: [{ id, listId }], total: 1 });
    await lift(id);
    expect((await api.call('/creation-blocks')).body).toMatchObject({ creationBlocks: [], total: 0 });
  });
});
