import { ExpireEntities } from './use-cases/expire-entities.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import {
  type TestResponse,
  type Body,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';

const person = (more: object = {}) => ({ type: 'person', name: 'Ana Souza', countryCode: 'BR', ...more });
const reason = 'the documents have expired';

describe('shapes 12, 25, platform 4.15: entity changes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
  });
  afterAll(() => api?.stop());

  const create = async (more: object = {}): Promise<Body> => {
    const { status, body, text } = await api.call('/entities', { body: person(more) });
    if (status !== 201) throw new Error(text);
    return body.entity;
  };
  const patch = (path: string, body: unknown): Promise<TestResponse> =>
    api.call(`/entities/${path}`, { method: 'PATCH', body });
  const remove = (id: string): Promise<TestResponse> => api.call(`/entities/${id}`, { method: 'DELETE' });
  const eventsOf = async (id: string): Promise<Body[]> => {
    const { rows } = await api.pool.query(
      `select event, payload, payload::text as text from outbox_events where payload::text like $1 order by seq, place`,
      [`%${id}%`],
    );
    return rows;
  };
  const trailOf = async (id: string): Promise<string[]> => {
    const { body } = await api.call(`/entities/${id}/timeline?sortOrder=asc`);
    return body.events.map(({ event }: Body) => event);
  };

  /** Section, title, the entity's initial data, what is sent, and the expected entity. */
  const accepted: [section: string, title: string, before: object, sent: object, after: object][] = [
    ['12.1', 'name', {}, { name: 'Ana Lima' }, { name: 'Ana Lima' }],
    ['12.1', 'a tax id of the country', {}, { taxId: '390.533.447-05' }, { taxId: '390.533.447-05' }],
    ['12.1', 'a country', {}, { countryCode: 'cl' }, { countryCode: 'CL' }],
    ['12.1', 'nationality', {}, { nationality: 'ar' }, { nationality: 'AR' }],
    ['12.1', 'nationality, cleared', { nationality: 'BR' }, { nationality: null }, { nationality: null }],
    ['12.1', 'e-mail', {}, { email: 'ana@example.com' }, { email: 'ana@example.com' }],
    ['12.1', 'e-mail, cleared', { email: 'ana@example.com' }, { email: null }, { email: null }],
    ['12.1', 'telephone', {}, { phone: '+55 (11) 91234-5678' }, { phone: '+55 (11) 91234-5678' }],
    ['12.1', 'telephone, cleared', { phone: '12345' }, { phone: null }, { phone: null }],
    [
      '12.1',
      'attributes over those there are',
      { attributes: { a: 1, b: { c: 1 } } },
      { attributes: { b: { d: 2 } } },
      { attributes: { a: 1, b: { d: 2 } } },
    ],
    [
      '12.1',
      'data merged inside the key of the type',
      { entityData: { person: { firstName: 'Ana', address: { city: 'Rio', street: 'A' } } } },
      { entityData: { person: { address: { city: 'Recife' }, shoeSize: 38 } } },
      { entityData: { person: { firstName: 'Ana', address: { city: 'Recife', street: 'A' }, shoeSize: 38 } } },
    ],
    [
      '12.1',
      'registration date',
      {},
      { registrationDate: '2024-05-01T10:00:00-03:00' },
      { registrationDate: '2024-05-01T13:00:00.000Z' },
    ],
    [
      '12.1',
      'registration date, cleared',
      { registrationDate: '2024-05-01T10:00:00Z' },
      { registrationDate: null },
      { registrationDate: null },
    ],
    ['12.1', 'a tax id, cleared', { taxId: '714.287.938-60' }, { taxId: null }, { taxId: null }],
    ['12.1', 'client', {}, { isClient: true }, { isClient: true }],
    [
      '12.1',
      'hours, cleared',
      { operationalHours: { timezone: 'UTC', weekly: [] } },
      { operationalHours: null },
      { operationalHours: null },
    ],
    [
      '12.1',
      'factors of risk',
      {},
      { riskFactors: [{ factor: 'age', impact: -5 }] },
      { riskFactors: [{ factor: 'age', impact: -5, description: '' }] },
    ],
    [
      '27.2',
      'risk set by hand',
      {},
      { riskFactors: { reasons: ['known'] } },
      { riskFactors: [], manualRisk: { reasons: ['known'] } },
    ],
    ['12.1', 'the lock of the status', {}, { statusLocked: true }, { statusLocked: true }],
    [
      '12.1',
      'neither external id nor type',
      { externalId: 'kept' },
      { externalId: 'x', type: 'company', name: 'N' },
      { externalId: 'kept', type: 'person' },
    ],
    [
      '3.1',
      'awaiting_information',
      {},
      { status: 'awaiting_information' },
      { status: 'awaiting_information', statusReason: null },
    ],
    ['25', 'approved, stored as sent', {}, { status: 'approved' }, { status: 'approved' }],
    ['25', 'blocked with a reason', {}, { status: 'blocked', reason }, { status: 'blocked', statusReason: reason }],
    ['25', 'a status although it is locked', {}, { status: 'active', statusLocked: true }, { status: 'active' }],
  ];
  it.each(accepted)('section %s: accepts %s', async (_, __, before, sent, after) => {
    const entity = await create(before);
    const { status, body } = await patch(entity.id, sent);
    expect([status, body.entity]).toMatchObject([200, after]);
    expect(body.previousEntity).toEqual(entity);
    expect(body.evaluation).toMatchObject({ entityId: entity.id, evaluationType: 'SYSTEM', decision: null });
    expect((await api.call(`/entities/${entity.id}`)).body).toEqual(body.entity);
    const timeline = await api.call(`/entities/${entity.id}/timeline`);
    expect(timeline.body.events.map(({ id }: Body) => id)).toContain(body.evaluation.id);
  });

  const refused: [section: string, title: string, sent: object, status: number, code: string, details: string][] = [
    ['2.2', 'a tax id of another country', { taxId: '12.531.909-2' }, 400, 'INVALID_TAX_ID', 'taxId'],
    ['12.1', 'a country whose tax id it is not', { countryCode: 'CL' }, 400, 'INVALID_TAX_ID', 'taxId'],
    ['25', 'suspended without a reason', { status: 'suspended' }, 400, 'REASON_REQUIRED', 'reason'],
    ['12.1', 'a reason of four characters', { status: 'blocked', reason: ' abcd ' }, 400, 'VALIDATION_ERROR', 'reason'],
    ['2.2', 'a tax id of a company', { taxId: '11.444.777/0001-61' }, 400, 'INVALID_TAX_ID', 'taxId'],
    [
      '2.2',
      'a tax id that a company has',
      { countryCode: 'CL', taxId: '12.531.909-2' },
      409,
      'DUPLICATE_TAX_ID',
      'taxId',
    ],
    [
      '2.3',
      'a date that does not exist',
      { entityData: { person: { dateOfBirth: '2023-02-29' } } },
      400,
      'VALIDATION_ERROR',
      'entityData.person.dateOfBirth',
    ],
    [
      '2.3',
      'an email address that is none',
      { entityData: { person: { email: 'ana' } } },
      400,
      'VALIDATION_ERROR',
      'entityData.person.email',
    ],
    [
      '2.3',
      'a telephone number that is none',
      { entityData: { person: { phone: 'call me' } } },
      400,
      'VALIDATION_ERROR',
      'entityData.person.phone',
    ],
    [
      '2.3',
      'text for a number',
      { entityData: { person: { income: '12' } } },
      400,
      'VALIDATION_ERROR',
      'entityData.person.income',
    ],
    ['2.4', 'data of another type', { entityData: { company: {} } }, 400, 'VALIDATION_ERROR', 'entityData.company'],
    [
      '12.1',
      'a matrix of nobody',
      { riskMatrixIds: ['0190a0f0-0000-7000-8000-000000000000'] },
      422,
      'RISK_MATRIX_NOT_FOUND',
      'riskMatrixIds',
    ],
    ['3.1', 'an unknown status', { status: 'fine' }, 400, 'VALIDATION_ERROR', 'status'],
  ];
  describe('refuses', () => {
    let id: string;
    beforeAll(async () => {
      const company = { type: 'company', name: 'Acme', countryCode: 'CL', taxId: '12.531.909-2' };
      await api.call('/entities', { body: company });
      id = (await create({ taxId: '529.982.247-25' })).id;
    });
    it.each(refused)('section %s: %s', async (_, __, sent, status, code, details) => {
      const before = await api.call(`/entities/${id}`);
      expect(await patch(id, sent)).toMatchObject({
        status,
        body: { error: expect.any(String), code, details: { [details]: expect.any(String) } },
      });
      expect((await api.call(`/entities/${id}`)).body).toEqual(before.body);
    });
  });

  it('section 12.1: finds the entity by external id and by tax id in any spelling', async () => {
    const { id } = await create({ externalId: 'by/1', taxId: '111.444.777-35' });
    for (const path of [`by-external-id/${encodeURIComponent('by/1')}`, 'by-tax-id/11144477735']) {
      expect((await patch(path, { name: path })).body.entity).toMatchObject({ id, name: path });
    }
    expect(await patch('by-tax-id/---', { name: 'x' })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('section 12.1: changes nothing, and says so, when all values are equal', async () => {
    const { id } = await create({ attributes: { a: 1 } });
    const told = await trailOf(id);
    const { status, body } = await patch(id, { name: 'Ana Souza', attributes: { a: 1 }, status: 'under_review' });
    expect([status, body.evaluation]).toEqual([200, null]);
    expect(await trailOf(id)).toEqual(told);
  });

  it('section 16.6: announces field and status changes separately, as stored', async () => {
    const { id } = await create({ taxId: '987.654.321-00', entityData: { person: { idNumber: 'X1' } } });
    await patch(id, `{"attributes":{"2":1.0,"1":1e2},"status":"blocked","reason":"${reason}"}`);
    await remove(id);
    const events = await eventsOf(id);
    expect(events.map(({ event }) => event)).toEqual([
      'entity.created',
      'entity.updated',
      'entity.status_changed',
      'entity.deleted',
    ]);
    const [created, updated, moved, deleted] = events.map(({ payload }) => payload);
    expect(created).toMatchObject({
      entity: { id, status: 'under_review' },
      createdBy: { type: 'api_key' },
      riskScore: 0,
      documentNumber: 'X1',
      taxId: '987.654.321-00',
    });
    expect(updated.changes).toEqual({ attributes: { previous: {}, current: { '1': 100, '2': 1 } } });
    expect(events[1]!.text).toContain('{"2":1.0,"1":1e2}');
    expect(moved).toMatchObject({
      previousStatus: 'under_review',
      status: 'blocked',
      reason,
      changedBy: { type: 'api_key' },
    });
    expect(deleted).toEqual({ entityId: id, externalId: null, deletedAt: expect.any(String) });
    expect(await trailOf(id)).toEqual(['entity_created', 'entity_updated', 'entity_status_changed', 'entity_deleted']);
  });

  it('section 12.2: merges or replaces attributes and names the changed keys', async () => {
    const { id } = await create({ attributes: { a: 1, group: { x: 1, y: 2 } } });
    const merged = await patch(`${id}/attributes`, { attributes: { group: { x: 3 }, b: [1] } });
    expect(merged.body.data).toEqual({
      entityId: id,
      mode: 'merge',
      attributes: { a: 1, group: { x: 3 }, b: [1] },
      previousAttributes: { a: 1, group: { x: 1, y: 2 } },
      changedKeys: ['group', 'b'],
    });
    const cleared = await patch(`${id}/attributes`, { attributes: {}, mode: 'replace' });
    expect(cleared.body.data).toMatchObject({ attributes: {}, changedKeys: ['a', 'group', 'b'] });
    expect(await patch(`${id}/attributes`, { mode: 'replace' })).toMatchObject({ status: 400 });
    expect(await trailOf(id)).toEqual(['entity_created', 'entity_attributes_updated', 'entity_attributes_updated']);
  });

  it('section 12.3: a deleted entity is gone and frees its ids; section 25: it returns with its old status', async () => {
    const ids = { externalId: 'gone', taxId: '390.533.447-05' };
    await api.call('/entities/by-tax-id/39053344705').then(({ body }) => body.id && remove(body.id));
    const { id } = await create({ ...ids, status: 'active' });
    expect(await remove(id)).toMatchObject({ status: 200, body: { success: true, id, deletedAt: expect.any(String) } });
    for (const answer of [await api.call(`/entities/${id}`), await remove(id), await patch(id, { status: 'active' })]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
    const heir = await create(ids);
    const restore = (): Promise<TestResponse> => api.call(`/entities/${id}/restore`, { method: 'POST', body: {} });
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'DUPLICATE_TAX_ID' } });
    await patch(heir.id, { status: 'deleted' });
    expect(await restore()).toMatchObject({ status: 200, body: { entity: { id, status: 'active', deletedAt: null } } });
    expect(await restore()).toMatchObject({ status: 409, body: { code: 'INVALID_STATUS_TRANSITION' } });
    const { body } = await api.call(`/entities/${id}/status-history`);
    expect(body.history.map(({ status, previousStatus }: Body) => [previousStatus, status])).toEqual([
      ['deleted', 'active'],
      ['active', 'deleted'],
      [null, 'active'],
    ]);
    expect(body.history[0]).toMatchObject({ source: 'api', changedBy: { type: 'api_key' }, reason: null });
    expect((await trailOf(id)).at(-1)).toBe('entity_restored');
  });

  it('17.2: rejects deletion by callers who may only change entities', async () => {
    const { id } = await create();
    const key = await createKeyWith(api, 'entities:edit');
    const refused = await api.call(`/entities/${id}`, { method: 'PATCH', body: { status: 'deleted' }, key });
    const error = { code: 'FORBIDDEN', requiredPermission: 'entities:delete' };
    expect(refused).toMatchObject({ status: 403, body: { error } });
    expect((await api.call(`/entities/${id}`)).status).toBe(200);
    const mayDelete = await createKeyWith(api, 'entities:edit', 'entities:delete');
    const deleted = { method: 'PATCH', body: { status: 'deleted' }, key: mayDelete };
    expect(await api.call(`/entities/${id}`, deleted)).toMatchObject({ status: 200 });
  });

  it('section 25: expires due entities once per date, but no locked or blocked entities', async () => {
    const expiresAt = '2020-01-01T00:00:00Z';
    const [due, locked, blocked] = [await create({ expiresAt }), await create({}), await create({ expiresAt })];
    await patch(locked.id, { statusLocked: true, expiresAt });
    await patch(blocked.id, { status: 'blocked', reason });
    const job = api.app.get(ExpireEntities);
    await job.expire(new Date());
    const statusOf = async (id: string): Promise<string> => (await api.call(`/entities/${id}`)).body.status;
    expect([await statusOf(due.id), await statusOf(locked.id), await statusOf(blocked.id)]).toEqual([
      'expired',
      'under_review',
      'blocked',
    ]);
    const { body } = await api.call(`/entities/${due.id}/status-history`);
    expect(body.history[0]).toMatchObject({ status: 'expired', source: 'system', changedBy: { type: 'system' } });
    await patch(due.id, { status: 'active' });
    expect(await job.expire(new Date())).toBe(0);
    await patch(due.id, { expiresAt: '2021-01-01T00:00:00Z' });
    expect(await job.expire(new Date())).toBe(1);
  });
});
