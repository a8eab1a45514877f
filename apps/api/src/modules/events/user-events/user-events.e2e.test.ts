import { userEventTypes } from '@tamis/library';

import { setQuota } from '../../tenancy/creation-quotas/index.js';
import {
  type TestResponse,
  type Body,
  type Call,
  startTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';

const taxId = '390.533.447-05';
const login = (more: object = {}) => ({
  eventType: 'LOGIN_SUCCESS',
  userId: 'user-1',
  entityExternalId: 'c-1',
  ...more,
});

describe('user events (section 11)', () => {
  let api: TestApi;
  let entityId: string;
  beforeAll(async () => {
    api = await startTestApi();
    const body = { type: 'person', name: 'Ana Souza', countryCode: 'BR', externalId: 'c-1', taxId };
    entityId = (await api.call('/entities', { body })).body.entity.id as string;
  });
  afterAll(() => api?.stop());

  const send = (body: unknown, query = '', more: Call = {}): Promise<TestResponse> =>
    api.call(`/events/user${query}`, { body, ...more });

  const listed = async (query: string): Promise<readonly string[]> => {
    const { status, body } = await api.call(`/events/user?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return (body.events as Body[]).map(({ externalId }) => externalId as string);
  };

  it('stores every field that was sent and returns it on creation and on read', async () => {
    const text = `{"eventType":"TRANSFER_FAILED","userId":"u-9","entityId":"${entityId}","timestamp":"2026-03-01T10:02:00+03:00",
      "eventDate":"2026-02-28","externalId":"e-9","deviceId":"d-9","deviceDetails":{"model":"A54","z":1.0,"a":1e2},
      "ipAddress":"203.0.113.9","country":"br","isVpn":true,"isProxy":false,"isNewDevice":true,"failedAttemptsCount":3,
      "destinationAccountId":"acc-1","destinationCuit":"20-05536168-2","previousValue":"old","userAgent":"Mozilla/5.0",
      "metadata":{"b":1.50,"a":[]},"unknown":1}`;
    const created = await send(text);
    expect(created).toMatchObject({
      status: 201,
      body: {
        success: true,
        entity: { id: entityId, wasCreated: false },
        event: {
          externalId: 'e-9',
          eventType: 'TRANSFER_FAILED',
          userId: 'u-9',
          entityId,
          entityExternalId: 'c-1',
          taxId,
          timestamp: '2026-03-01T07:02:00.000Z',
          eventDate: '2026-02-28',
          deviceId: 'd-9',
          ipAddress: '203.0.113.9',
          country: 'BR',
          isVpn: true,
          isProxy: false,
          isNewDevice: true,
          failedAttemptsCount: 3,
          destinationAccountId: 'acc-1',
          destinationCuit: '20-05536168-2',
          previousValue: 'old',
          userAgent: 'Mozilla/5.0',
        },
      },
    });
    expect(created.text).toContain('"deviceDetails":{"model":"A54","z":1.0,"a":1e2}');
    expect(created.text).toContain('"metadata":{"b":1.50,"a":[]}');
    expect(created.body.event).not.toHaveProperty('unknown');
    const { event } = created.body;
    const read = await api.call(`/events/user/${event.id}`);
    expect(read.body.event).toEqual(event);
    expect(read.text).toContain('"metadata":{"b":1.50,"a":[]}');
    const audit = await api.call(`/audit/events?resourceId=${event.id}`);
    expect(audit.body.events).toMatchObject([
      { event: 'user_event_received', resourceType: 'user_event', relatedIds: { entityId } },
    ]);
    const { rows } = await api.pool.query<{ payload: string }>(
      `select payload::text as payload from outbox_events where event = 'user_event.created' and payload ->> 'id' = $1`,
      [event.id],
    );
    expect(rows.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([event]);
  });

  it('accepts each of the 41 types, and defaults the time to now', async () => {
    expect(userEventTypes).toHaveLength(41);
    const before = Date.now();
    for (const eventType of userEventTypes) {
      const { status, body } = await send(login({ eventType, metadata: { name: 'own' } }));
      expect([eventType, status, body.event.eventType]).toEqual([eventType, 201, eventType]);
      const at = Date.parse(body.event.timestamp as string);
      expect(at >= before && at <= Date.now()).toBe(true);
    }
  });

  it.each([
    ['the id', () => ({ entityId })],
    ['the external id', () => ({ entityExternalId: 'c-1' })],
    ['the tax id in another spelling', () => ({ taxId: '39053344705' })],
    ['an unknown id and a known tax id', () => ({ entityId: '00000000-0000-7000-8000-0000000000f2', taxId })],
  ])('finds the entity by %s', async (_, names) => {
    const answer = await send({ eventType: 'LOGOUT', userId: 'u', ...names() });
    expect(answer).toMatchObject({ status: 201, body: { entity: { id: entityId, wasCreated: false } } });
    expect(answer.body.event).toMatchObject({ entityId, entityExternalId: 'c-1' });
  });

  it.each<[string, object, string]>([
    ['no type', { eventType: undefined }, 'eventType'],
    ['an unknown type', { eventType: 'LOGIN' }, 'eventType'],
    ['no user', { userId: undefined }, 'userId'],
    ['an empty user', { userId: ' ' }, 'userId'],
    ['no entity', { entityExternalId: undefined }, 'entityId'],
    ['an id that is none', { entityId: 'x' }, 'entityId'],
    ['a time without an offset', { timestamp: '2026-03-01T10:02:00' }, 'timestamp'],
    ['a day that is none', { eventDate: '2026-02-30' }, 'eventDate'],
    ['a day of the year 0', { eventDate: '0000-01-01' }, 'eventDate'],
    ['an address that is none', { ipAddress: '300.1.1.1' }, 'ipAddress'],
    ['a country that is none', { country: 'XX' }, 'country'],
    ['a flag that is none', { isVpn: 'yes' }, 'isVpn'],
    ['fewer than no attempts', { failedAttemptsCount: -1 }, 'failedAttemptsCount'],
    ['details of a device that are none', { deviceDetails: { isRooted: 1 } }, 'deviceDetails.isRooted'],
    ['metadata that is not an object', { metadata: [] }, 'metadata'],
    ['a CUSTOM event without a name', { eventType: 'CUSTOM', metadata: {} }, 'metadata.name'],
  ])('rejects %s', async (_, more, field) => {
    expect(await send(login(more))).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } } },
    });
  });

  it('rejects an unknown entity and one of another organization', async () => {
    for (const [body, key] of [
      [login({ entityExternalId: 'nobody' }), undefined],
      [login({ entityId, entityExternalId: undefined }), api.stranger.key],
    ] as const) {
      const answer = await send(body, '', key === undefined ? {} : { key });
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'ENTITY_NOT_FOUND' } } });
    }
  });

  it('allows each external id once per organization', async () => {
    expect((await send(login({ externalId: 'once' }))).status).toBe(201);
    const rounds = await Promise.all(Array.from({ length: 5 }, () => send(login({ externalId: 'once' }))));
    for (const { status, body } of rounds)
      expect([status, body.error.code, Object.keys(body.error.details as object)]).toEqual([
        409,
        'DUPLICATE_EXTERNAL_ID',
        ['externalId'],
      ]);
    expect(await listed('user_id=user-1&limit=100').then((ids) => ids.filter((id) => id === 'once'))).toHaveLength(1);
  });

  it('stores an event once when it is sent twice with one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'event-1' };
    const first = await send(login({ userId: 'twice' }), '', { headers });
    const again = await send(login({ userId: 'twice' }), '', { headers });
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    expect((await api.call('/events/user?userId=twice')).body.pagination.total).toBe(1);
  });

  describe('withAutoEntity', () => {
    it.each([
      ['a person', '529.982.247-25', 'person'],
      ['a company', '11.444.777/0001-61', 'company'],
    ])('creates %s from a tax id', async (_, itsTaxId, type) => {
      const body = { eventType: 'SIGNUP_COMPLETED', userId: 'new', taxId: itsTaxId, country: 'BR' };
      expect((await send(body)).body.error.code).toBe('ENTITY_NOT_FOUND');
      expect((await send(body, '?withAutoEntity=false')).status).toBe(404);
      const made = await send(body, '?withAutoEntity=true');
      expect(made).toMatchObject({ status: 201, body: { entity: { wasCreated: true } } });
      const id = made.body.entity.id as string;
      expect((await api.call(`/entities/${id}`)).body).toMatchObject({ type, taxId: itsTaxId, countryCode: 'BR' });
      expect((await send(body, '?withAutoEntity=true')).body.entity).toEqual({ id, wasCreated: false });
    });

    it('requires the country, and stores nothing without it', async () => {
      const body = { eventType: 'LOGOUT', userId: 'new', taxId: '00.000.000/0001-91' };
      expect((await send(body, '?withAutoEntity=true')).body.error.details).toEqual({
        country: 'country is required to create the entity',
      });
      expect((await send(login({ entityExternalId: 'nobody' }), '?withAutoEntity=true')).status).toBe(404);
    });

    it('creates no entity from an invalid tax id of the country', async () => {
      const body = { eventType: 'LOGOUT', userId: 'new', taxId: '529.982.247-26', country: 'BR' };
      const refused = await send(body, '?withAutoEntity=true');
      expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_TAX_ID']);
    });

    it('creates no entity from a tax id shared by many, unless an external id identifies it', async () => {
      const body = { eventType: 'LOGOUT', userId: 'foreign', taxId: 'XEXX010101000', country: 'MX' };
      expect((await send(body, '?withAutoEntity=true')).body.error.details).toEqual({
        taxId: expect.stringContaining('several entities have this number: use entityId or entityExternalId'),
      });
      const named = { ...body, entityExternalId: 'foreigner-1' };
      const first = await send(named, '?withAutoEntity=true');
      expect([first.status, first.body.entity.wasCreated]).toEqual([201, true]);
      expect((await send(named, '?withAutoEntity=true')).body.entity).toEqual({
        id: first.body.entity.id,
        wasCreated: false,
      });
    });

    it('creates one entity when many of its events arrive at once', async () => {
      const body = { eventType: 'LOGIN_FAILED', userId: 'rush', taxId: '987.654.321-00', country: 'BR' };
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(body, '?withAutoEntity=true')));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
      expect(new Set(answers.map((answer) => answer.body.entity.id as string)).size).toBe(1);
      expect(answers.filter((answer) => answer.body.entity.wasCreated as boolean)).toHaveLength(1);
      expect((await api.call('/events/user?userId=rush')).body.pagination.total).toBe(8);
    });

    it('creates no entity that a list forbids, and records this in the audit log', async () => {
      const list = { name: 'forbidden', type: 'person_blocklist', source: 'internal' };
      const listId = (await api.call('/data-lists', { body: list })).body.data.id as string;
      await api.call(`/data-lists/${listId}/items`, { body: { items: [{ primaryValue: '714.287.938-60' }] } });
      const block = await api.call('/creation-blocks', { body: { listId, fieldPath: 'taxId' } });
      const body = { eventType: 'LOGOUT', userId: 'blocked', taxId: '714.287.938-60', country: 'BR' };
      const answer = await send(body, '?withAutoEntity=true');
      expect([answer.status, answer.body.error.code]).toEqual([422, 'ENTITY_CREATION_LIST_BLOCK']);
      expect((await api.call('/events/user?userId=blocked')).body.pagination.total).toBe(0);
      const audit = await api.call('/audit/events?event=entity_creation_blocked');
      expect(audit.body.pagination.total).toBe(1);
      await api.call(`/creation-blocks/${block.body.creationBlock.id as string}`, { method: 'DELETE' });
    });

    it('leaves no entity behind when the event cannot be stored', async () => {
      await send(login({ externalId: 'taken' }));
      const body = {
        eventType: 'LOGOUT',
        userId: 'u',
        taxId: '111.444.777-35',
        country: 'BR',
        externalId: 'taken',
      };
      expect((await send(body, '?withAutoEntity=true')).body.error.code).toBe('DUPLICATE_EXTERNAL_ID');
      expect((await api.call('/entities/by-tax-id/11144477735')).status).toBe(404);
    });
  });

  it('stores no more events than the contract quota allows', async () => {
    const { organizationId, key } = api.stranger;
    const quota = { organizationId, module: 'user_events', period: 'total' } as const;
    const body = { type: 'person', name: 'B', countryCode: 'BR', externalId: 'c-1' };
    await api.call('/entities', { body, key });
    expect(await setQuota(api.pool, { ...quota, quota: 1 })).toMatchObject({ ok: true });
    expect((await send(login(), '', { key })).status).toBe(201);
    expect(await send(login(), '', { key })).toMatchObject({
      status: 429,
      body: { error: { code: 'CREATION_CONTRACT_QUOTA_EXCEEDED' } },
    });
    expect((await api.call('/events/user', { key })).body.pagination.total).toBe(1);
    await setQuota(api.pool, { ...quota, quota: null });
  });

  describe('GET /events/user', () => {
    const day = (n: number): string => `2025-01-0${n}T00:00:00.000Z`;
    let ids: { readonly a: string; readonly b: string };
    beforeAll(async () => {
      const make = async (externalId: string, itsTaxId: string): Promise<string> => {
        const body = { type: 'person', name: externalId, countryCode: 'BR', externalId, taxId: itsTaxId };
        return (await api.call('/entities', { body })).body.entity.id as string;
      };
      ids = { a: await make('list-a', '168.995.350-09'), b: await make('list-b', '746.971.314-01') };
      const rows: readonly (readonly [string, object])[] = [
        [
          'l1',
          { entityExternalId: 'list-a', userId: 'la', timestamp: day(1), deviceId: 'ld', ipAddress: '203.0.113.1' },
        ],
        ['l2', { entityExternalId: 'list-a', userId: 'la', timestamp: day(2), eventType: 'LOGIN_FAILED' }],
        ['l3', { entityExternalId: 'list-b', userId: 'lb', timestamp: day(3), ipAddress: '203.0.113.1' }],
        ['l4', { entityExternalId: 'list-b', userId: 'la', timestamp: day(4), taxId: 'own 77-7' }],
      ];
      for (const [externalId, more] of rows) await send(login({ externalId, ...more }));
    });

    it.each<[string, () => string, readonly string[]]>([
      ['user_id', () => 'user_id=la', ['l4', 'l2', 'l1']],
      ['userId', () => 'userId=la', ['l4', 'l2', 'l1']],
      ['entity_id', () => `entity_id=${ids.a}`, ['l2', 'l1']],
      ['entityId', () => `entityId=${ids.b}`, ['l4', 'l3']],
      ['entity_external_id', () => 'entity_external_id=list-a', ['l2', 'l1']],
      ['entityExternalId', () => 'entityExternalId=list-b', ['l4', 'l3']],
      ['tax_id in any notation', () => 'tax_id=16899535009', ['l2', 'l1']],
      ['taxId', () => 'taxId=746.971.314-01', ['l4', 'l3']],
      ['the tax_id that an event says', () => 'tax_id=OWN777', ['l4']],
      ['a tax_id without letters and digits', () => 'tax_id=--', []],
      ['user_id or entity_id', () => `user_id=lb&entity_id=${ids.a}`, ['l3', 'l2', 'l1']],
      ['entity_external_id or tax_id', () => 'entity_external_id=list-a&taxId=74697131401', ['l4', 'l3', 'l2', 'l1']],
      ['an unknown entity', () => 'entity_external_id=nobody', []],
      ['an unknown entity or a user', () => 'entity_external_id=nobody&user_id=lb', ['l3']],
      ['event_type', () => 'user_id=la&event_type=LOGIN_FAILED', ['l2']],
      ['eventType, several', () => 'user_id=la&eventType=LOGIN_FAILED,LOGIN_SUCCESS', ['l4', 'l2', 'l1']],
      ['start_date, inclusive', () => `user_id=la&start_date=${day(2)}`, ['l4', 'l2']],
      ['endDate, inclusive', () => `user_id=la&endDate=${day(2)}`, ['l2', 'l1']],
      ['device_id', () => 'device_id=ld', ['l1']],
      ['ipAddress', () => 'ipAddress=203.0.113.1', ['l3', 'l1']],
      ['ipAddress in another spelling', () => 'ipAddress=::FFFF:203.0.113.1', ['l3', 'l1']],
      ['ipAddress that is none', () => 'ipAddress=elsewhere', []],
      ['offset', () => 'user_id=la&limit=1&offset=1', ['l2']],
    ])('filters by %s', async (_, query, expected) => {
      expect(await listed(query())).toEqual(expected);
    });

    it('pages by cursor, which is valid for both names of a filter', async () => {
      const first = await api.call('/events/user?user_id=la&limit=2');
      expect(first.body.pagination).toMatchObject({ total: 3, limit: 2, offset: 0, hasMore: true });
      const cursor = `cursor=${first.body.pagination.nextCursor as string}`;
      expect(await listed(`userId=la&limit=2&${cursor}`)).toEqual(['l1']);
      expect((await api.call(`/events/user?userId=lb&${cursor}`)).body.error.code).toBe('INVALID_CURSOR');
    });

    it.each([
      ['user_id=a&userId=a', 'user_id'],
      ['limit=101', 'limit'],
      ['event_type=LOGIN', 'event_type'],
      ['start_date=yesterday', 'start_date'],
      ['entity_id=1', 'entity_id'],
      ['colour=red', 'colour'],
    ])('rejects %s', async (query, field) => {
      const { status, body } = await api.call(`/events/user?${query}`);
      expect([status, Object.keys(body.error.details as object)]).toEqual([400, [field]]);
    });

    it('returns no event of another organization', async () => {
      const { key } = api.stranger;
      const [event] = (await api.call('/events/user?user_id=la')).body.events as Body[];
      expect((await api.call(`/events/user/${event.id as string}`, { key })).status).toBe(404);
      expect((await api.call(`/events/user?entity_id=${ids.a}`, { key })).body.events).toEqual([]);
    });
  });
});
