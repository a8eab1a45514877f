import { publishRule } from '../../../../test/support/publish-rule.js';
import { ruleText } from '../../../../test/support/rule-samples.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('timelines (section 26)', () => {
  let api: TestApi;
  let entityId: string;
  let transactionId: string;
  let ruleId: string;

  beforeAll(async () => {
    api = await startTestApi();
    const make = async (path: string, name: string, body: object): Promise<string> => {
      const answer = await api.call(path, { body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body[name].id as string;
    };
    ruleId = await publishRule(api, { source: ruleText().replace('suggest FLAG', 'alert LOW "seen"') });
    entityId = await make('/entities', 'entity', { type: 'person', name: 'A', countryCode: 'BR', externalId: 'a' });
    const other = { type: 'person', name: 'B', countryCode: 'BR', externalId: 'b' };
    const otherId = await make('/entities', 'entity', other);
    const payment = { type: 'PAYMENT', amount: 500, currency: 'USD', originExternalId: 'a' };
    transactionId = await make('/transactions', 'transaction', { ...payment, externalId: 't-1' });
    await make('/transactions', 'transaction', { ...payment, externalId: 't-2' });
    for (const id of [entityId, otherId, entityId])
      await make('/events/user', 'event', { eventType: 'LOGOUT', userId: 'u', entityId: id });
    const device = await make(`/devices/entity/${entityId}`, 'device', { deviceId: 'd' });
    await api.call(`/devices/${device}`, { method: 'PATCH', body: { isBlocked: true } });
  });
  afterAll(() => api?.stop());

  const read = async (path: string): Promise<readonly Body[]> => {
    const { status, body } = await api.call(path);
    expect([path, status]).toEqual([path, 200]);
    return body.events as Body[];
  };
  const names = (events: readonly Body[]): readonly string[] => events.map(({ event }) => event as string);

  const ofEntity = [
    'entity_created',
    'user_event_received',
    'user_event_received',
    'device_registered',
    'device_updated',
  ];

  it.each<[string, () => string, readonly string[]]>([
    ['an entity: its own events, and those of its user events and devices', () => `entities/${entityId}`, ofEntity],
    [
      'a transaction: its own events, and the alerts it raised',
      () => `transactions/${transactionId}`,
      ['transaction_created', 'alert_created'],
    ],
    ['a rule: its own events alone', () => `rules/${ruleId}`, ['rule_created', 'rule_status_changed']],
  ])('includes %s', async (_, path, expected) => {
    expect(names(await read(`/${path()}/timeline?sortOrder=asc`))).toEqual(expected);
  });

  it('lists the newest first unless requested otherwise', async () => {
    const down = await read(`/entities/${entityId}/timeline`);
    expect(down.map(({ sequence }) => sequence as number)).toEqual(
      (await read(`/entities/${entityId}/timeline?sortOrder=asc`)).map(({ sequence }) => sequence as number).reverse(),
    );
  });

  it('paginates by offset and by cursor, which is valid for one record and one filter', async () => {
    const path = `/entities/${entityId}/timeline?sortOrder=asc&limit=2`;
    expect(names(await read(`${path}&offset=1`))).toEqual(ofEntity.slice(1, 3));
    const paged: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 5; pages += 1) {
      const { body } = await api.call(`${path}${cursor && `&cursor=${cursor}`}`);
      expect(body.pagination).toMatchObject({ total: ofEntity.length, limit: 2 });
      paged.push(...names(body.events as Body[]));
      cursor = body.pagination.nextCursor as string | null;
    }
    expect(paged).toEqual(ofEntity);
    const first = (await api.call(path)).body.pagination.nextCursor as string;
    for (const other of [`/transactions/${transactionId}/timeline?sortOrder=asc`, `/entities/${entityId}/timeline?`])
      expect((await api.call(`${other}&cursor=${first}`)).body.error.code).toBe('INVALID_CURSOR');
  });

  it.each<[string, readonly string[]]>([
    ['event=entity_created', ['entity_created']],
    ['event=device_updated,entity_created', ['entity_created', 'device_updated']],
    ['actorType=api_key', ofEntity],
    ['actorType=rule', []],
    ['from=2000-01-01T00:00:00Z&to=2000-01-02T00:00:00Z', []],
    ['from=2000-01-01T00:00:00Z', ofEntity],
  ])('filters by %s', async (query, expected) => {
    expect(names(await read(`/entities/${entityId}/timeline?sortOrder=asc&${query}`))).toEqual(expected);
  });

  it('is read from an index, also under row-level security', async () => {
    await api.pool.query('analyze audit_events');
    const client = await api.pool.connect();
    try {
      await client.query(`begin; set local role tamis_app; set local enable_seqscan = off;
        set local tamis.organization_id = '${api.production.organizationId}'`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select * from audit_events where organization_id = '${api.production.organizationId}' and related_entity_id = 'x'
         order by audit_events.sequence limit 10`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_events_related_entity');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('returns 404 for a record that never existed and for one of another organization', async () => {
    const unknown = '00000000-0000-7000-8000-0000000000f5';
    for (const [path, key] of [
      [`entities/${unknown}`, api.production.key],
      [`entities/${entityId}`, api.stranger.key],
      [`transactions/${transactionId}`, api.stranger.key],
      [`rules/${ruleId}`, api.stranger.key],
    ] as const)
      expect((await api.call(`/${path}/timeline`, { key })).status).toBe(404);
  });
});
