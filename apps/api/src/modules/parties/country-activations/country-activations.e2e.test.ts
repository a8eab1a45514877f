import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const order = ['AR', 'BR', 'CL', 'CO', 'MX', 'US'];
const statuses = ['deactivated', 'activation_requested', 'activation_in_progress', 'activated'];
const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('shapes 14: country activations', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const newEntity = async (more: object = {}): Promise<Body> => {
    const body = { type: 'company', name: 'Acme', countryCode: 'MX', ...more };
    return (await api.call('/entities', { body })).body.entity;
  };
  const read = async (id: string): Promise<Body> => (await api.call(`/entities/${id}/country-activations`)).body.data;
  const move = (id: string, country: string, status: unknown, key?: string): Promise<TestResponse> =>
    api.call(`/entities/${id}/country-activations/${country}`, {
      method: 'PATCH',
      body: { status },
      ...(key && { key }),
    });
  const announced = async (id: string): Promise<Body[]> => {
    const { rows } = await api.pool.query<{ payload: Body }>(
      `select payload from outbox_events where event = 'entity.country_activation_changed' and payload -> 'entity' ->> 'id' = $1 order by id`,
      [id],
    );
    return rows.map(({ payload }) => payload);
  }; // prettier-ignore

  it('2.13: returns six rows in order, deactivated where nothing was set', async () => {
    const { id } = await newEntity();
    const never = { status: 'deactivated', activatedAt: null, deactivatedAt: null, updatedAt: null };
    expect(await read(id)).toEqual({
      entityId: id,
      countries: order.map((countryCode) => ({ countryCode, ...never })),
    });
  });

  it('3.4: allows any status transition, and a move to the current status changes and announces nothing', async () => {
    const { id } = await newEntity();
    let present = 'deactivated';
    let moves = 0;
    const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));
    for (const [from, to] of pairs) {
      for (const status of [from, to]) {
        const before = (await read(id)).countries.find(({ countryCode }: Body) => countryCode === 'CO');
        const { status: http, body } = await move(id, 'CO', status);
        const changed = status !== present;
        moves += Number(changed);
        expect([http, body.success, body.data]).toMatchObject([
          200,
          true,
          { entityId: id, countryCode: 'CO', status, previousStatus: present, changed },
        ]);
        const { countries, previousStatus: _, changed: _changed, entityId: _id, ...row } = body.data;
        if (!changed) expect(row).toEqual(before);
        expect(countries).toEqual((await read(id)).countries);
        expect(countries[3]).toEqual(row);
        present = status;
      }
    }
    expect(moves).toBeGreaterThan(12);
    expect(await announced(id)).toHaveLength(moves);
    const { body } = await api.call(`/entities/${id}/timeline?event=entity_country_activation_changed&limit=100`);
    expect(body.events).toHaveLength(moves);
    expect(body.events.at(-1)).toMatchObject({
      changes: { CO: { previous: 'deactivated', current: 'activation_requested' } },
    });
  });

  it('14: stores a timestamp only when its status is reached', async () => {
    const { id } = await newEntity();
    const rows: Body[] = [];
    for (const status of ['activation_requested', 'activated', 'activation_in_progress', 'deactivated', 'activated']) {
      rows.push((await move(id, 'BR', status)).body.data);
    }
    const set = rows.map(({ activatedAt, deactivatedAt, updatedAt }) => [activatedAt, deactivatedAt, updatedAt].map((at) => at !== null)); // prettier-ignore
    expect(set).toEqual([
      [false, false, true],
      [true, false, true],
      [true, false, true],
      [true, true, true],
      [true, true, true],
    ]);
    expect(rows[2].activatedAt).toBe(rows[1].activatedAt);
    expect(rows[3].deactivatedAt).toBe(rows[3].updatedAt);
    expect([rows[4].activatedAt, rows[4].deactivatedAt]).toEqual([rows[4].updatedAt, rows[3].deactivatedAt]);
  });

  it('6.2: announces active countries, all six countries, and the timeline of each', async () => {
    const entity = await newEntity({ externalId: 'told', taxId: 'PME380607P35' });
    await move(entity.id, 'mx', 'activation_requested');
    await move(entity.id, 'Mx', 'activated');
    await move(entity.id, 'AR', 'activated');
    const payloads = await announced(entity.id);
    const changedBy = { type: 'api_key', id: expect.any(String), name: expect.any(String) };
    const step = (previousStatus: string, status: string) => ({ status, previousStatus, changedAt: expect.any(String), changedBy });
    const untouched = { status: 'deactivated', activatedAt: null, deactivatedAt: null, updatedAt: null, timeline: [] };
    const active = { status: 'activated', activatedAt: expect.any(String), deactivatedAt: null, updatedAt: expect.any(String) };
    expect(payloads[2]).toEqual({
      entity: { id: entity.id, externalId: 'told', name: 'Acme', type: 'company', taxId: entity.taxId },
      countryCode: 'AR',
      ...step('deactivated', 'activated'),
      activeCountryCodes: ['AR', 'MX'],
      countries: [
        { countryCode: 'AR', ...active, timeline: [step('deactivated', 'activated')] },
        ...['BR', 'CL', 'CO'].map((countryCode) => ({ countryCode, ...untouched })),
        { countryCode: 'MX', ...active, timeline: [step('deactivated', 'activation_requested'), step('activation_requested', 'activated')] },
        { countryCode: 'US', ...untouched },
      ],
    });
    expect(payloads.map(({ activeCountryCodes }) => activeCountryCodes)).toEqual([[], ['MX'], ['AR', 'MX']]);
  }); // prettier-ignore

  it('3.4: applies one change for concurrent equal moves', async () => {
    const { id } = await newEntity();
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(id, 'CL', 'activated')));
    expect(answers.filter(({ body }) => body.data.changed)).toHaveLength(1);
    expect(await announced(id)).toHaveLength(1);
  });

  it('14: keeps every change when several countries move concurrently', async () => {
    const { id } = await newEntity();
    await Promise.all(order.map((country) => move(id, country, 'activated')));
    expect((await read(id)).countries.map(({ status }: Body) => status)).toEqual(order.map(() => 'activated'));
    const payloads = await announced(id);
    expect(payloads.map(({ activeCountryCodes }) => activeCountryCodes.length)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('14: rejects nonexistent entities and unknown countries or statuses', async () => {
    const { id } = await newEntity();
    const cases: [answer: TestResponse, status: number, code: string][] = [
      [await move(id, 'PE', 'activated'), 400, 'UNSUPPORTED_COUNTRY_CODE'],
      [await move(id, 'brazil', 'activated'), 400, 'UNSUPPORTED_COUNTRY_CODE'],
      [await move(id, 'BR', 'active'), 400, 'VALIDATION_ERROR'],
      [await move(id, 'BR', null), 400, 'VALIDATION_ERROR'],
      [await move(unknownId, 'BR', 'activated'), 404, 'ENTITY_NOT_FOUND'],
      [await move('not-a-uuid', 'BR', 'activated'), 404, 'ENTITY_NOT_FOUND'],
      [await move(id, 'BR', 'activated', api.stranger.key), 404, 'ENTITY_NOT_FOUND'],
      [await api.call(`/entities/${unknownId}/country-activations`), 404, 'ENTITY_NOT_FOUND'],
      [await api.call(`/entities/${id}/country-activations`, { key: api.stranger.key }), 404, 'ENTITY_NOT_FOUND'],
    ];
    for (const [n, [answer, status, code]] of cases.entries()) {
      expect([n, answer.status, answer.body.code, typeof answer.body.error]).toEqual([n, status, code, 'string']);
    }
    expect((await read(id)).countries.every(({ updatedAt }: Body) => updatedAt === null)).toBe(true);
  });
});
