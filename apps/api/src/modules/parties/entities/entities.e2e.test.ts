import { entityStatuses } from '@tamis/library';

import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const person = (more: object = {}) => ({ type: 'person', name: 'Ana Souza', countryCode: 'BR', ...more });

describe('platform 2.2 to 2.4, 3.1, 4.4, 4.6, 4.7: entities', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it('4.4, 4.6: stores a person and returns it by id, external id and tax id', async () => {
    const created = await api.call('/entities', {
      body: person({
        externalId: 'c/1 ü',
        taxId: '123.456.789-09',
        isClient: true,
        registrationDate: '2024-05-01T10:00:00-03:00',
        entityData: {
          person: { firstName: 'Ana', dateOfBirth: '1990-02-28', nationality: 'br', isPep: false, shoeSize: 38 },
        },
        operationalHours: { timezone: 'America/Sao_Paulo', weekly: [{ day: 'monday', open: '09:00', close: '18:00' }] },
      }),
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        success: true,
        requestId: created.headers.get('x-request-id'),
        entity: {
          externalId: 'c/1 ü',
          organizationId: api.production.organizationId,
          status: 'under_review',
          riskScore: 0,
          riskFactors: [],
          nationality: 'BR',
          isClient: true,
          registrationDate: '2024-05-01T13:00:00.000Z',
          entityData: { person: { firstName: 'Ana', shoeSize: 38 } },
          currentEvaluation: null,
          deletedAt: null,
        },
      },
    });
    const { entity } = created.body;
    for (const path of [
      entity.id,
      `by-external-id/${encodeURIComponent('c/1 ü')}`,
      'by-tax-id/12345678909',
      'by-tax-id/123456789-09',
    ]) {
      expect(await api.call(`/entities/${path}`)).toMatchObject({ status: 200, body: entity });
    }
  });

  it('4.4: reports which monitoring has no effect and why', async () => {
    const asked = { monitoring: { main: { sanctions_screening: { watchlist: true } } } };
    const { status, body } = await api.call('/entities', { body: person(asked) });
    const reason = 'is not in autoExecuteIntegrations.enrichments';
    expect([status, body.monitoringIgnored]).toEqual([201, [{ code: 'sanctions_screening', reason }]]);
    expect(
      (await api.call('/entities', { body: person({ monitoring: null }) })).body.monitoringIgnored,
    ).toBeUndefined();
  });

  it('2.2.1: returns attributes verbatim: key order, number spelling, odd keys', async () => {
    const attributes =
      '{"z":1e2,"a":[1.0,{"2":0,"1":-0.0}],"constructor":"Acme","é\\n":"\\u00e9","risk":{"daily":500.00}}';
    const created = await api.call('/entities', {
      body: `{"attributes": ${attributes} ,"type":"company","name":"Acme","countryCode":"us"}`,
    });
    expect(created.status).toBe(201);
    expect(created.text).toContain(`"attributes":${attributes}`);
    const read = await api.call(`/entities/${created.body.entity.id}`);
    expect(read.text).toContain(`"attributes":${attributes}`);
    expect(read.body.countryCode).toBe('US');
  });

  it('2.2: allows an external id and a normalized tax id once per organization, for persons and companies', async () => {
    const created = await api.call('/entities', {
      body: person({ externalId: 'dup', countryCode: 'CL', taxId: '15.725.494-4' }),
    });
    expect(created.status).toBe(201);
    expect(await api.call('/entities', { body: person({ externalId: 'dup' }) })).toMatchObject({
      status: 409,
      body: {
        error: expect.any(String),
        code: 'DUPLICATE_EXTERNAL_ID',
        details: { externalId: expect.any(String) },
        status: 409,
      },
    });
    const company = { type: 'company', name: 'B', countryCode: 'CL', taxId: '15 725 494 4' };
    expect(await api.call('/entities', { body: company })).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_TAX_ID' },
    });
    expect(
      await api.call('/entities', { body: { ...company, externalId: 'dup' }, key: api.stranger.key }),
    ).toMatchObject({ status: 201 });
    await api.call(`/entities/${created.body.entity.id}`, { method: 'DELETE' });
  });

  it('2.2: treats a tax id in different digit scripts as the same', async () => {
    const digits = (zero: number) =>
      '11144477735'.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const create = (taxId: string) => api.call('/entities', { body: person({ taxId }) });
    const created = await create('111.444.777-35');
    const [fullWidth, arabic] = [await create(digits(0xff10)), await create(digits(0x0660))];
    expect([created.status, fullWidth.body.code, arabic.body.code]).toEqual([
      201,
      'DUPLICATE_TAX_ID',
      'INVALID_TAX_ID',
    ]);
    await api.call(`/entities/${created.body.entity.id}`, { method: 'DELETE' });
  });

  it('4.7: lists by every filter, and at most the requested number', async () => {
    await api.call('/entities', { body: person({ externalId: 'l1', countryCode: 'CL', taxId: '12.531.909-2' }) });
    const filters = [
      'country=cl',
      'country=CL&type=person',
      'taxId=125319092',
      'externalId=l1',
      'externalId=l1&taxId=CL%2012531909-2&limit=1',
    ];
    for (const filter of filters) {
      const { status, body } = await api.call(`/entities?${filter}`);
      expect([filter, status, body.entities.map((entity: Body) => entity.externalId)]).toEqual([filter, 200, ['l1']]);
    }
    expect((await api.call('/entities?type=transaction')).body).toEqual({ entities: [] });
    expect((await api.call('/entities?limit=2')).body.entities).toHaveLength(2);
  });

  it('4.6: answers for an entity of another organization exactly as for a nonexistent one', async () => {
    const { body } = await api.call('/entities', { body: person({ externalId: 'mine', taxId: '111.444.777-35' }) });
    const unknown = await api.call('/entities/0190a0f0-0000-7000-8000-000000000000', {
      headers: { 'x-request-id': 'r' },
    });
    expect(unknown).toMatchObject({ status: 404, body: { error: 'Entity not found', code: 'NOT_FOUND' } });
    for (const path of [
      body.entity.id,
      'by-external-id/mine',
      'by-tax-id/111.444.777-35',
      'not-a-uuid',
      'by-tax-id/---',
    ]) {
      const foreign = await api.call(`/entities/${path}`, { key: api.stranger.key, headers: { 'x-request-id': 'r' } });
      expect({ ...foreign.body, instance: '' }).toEqual({ ...unknown.body, instance: '' });
      expect(foreign.status).toBe(404);
    }
    expect((await api.call('/entities?externalId=mine', { key: api.stranger.key })).body).toEqual({ entities: [] });
  });

  const bad: [string, unknown, Record<string, unknown>][] = [
    ['nothing', {}, { type: expect.any(String) }],
    ['a person and no more', { type: 'person' }, { name: expect.any(String), countryCode: expect.any(String) }],
    ['an array', [], { body: 'must be a JSON object' }],
    ['an unknown type', person({ type: 'robot' }), { type: expect.stringContaining('person, company') }],
    ['a number for a name', person({ name: 7 }), { name: expect.any(String) }],
    ['an empty name', person({ name: '  ' }), { name: expect.any(String) }],
    ['an unknown country', person({ countryCode: 'ZZ' }), { countryCode: expect.any(String) }],
    ['a tax id without letters or digits', person({ taxId: '--' }), { taxId: expect.any(String) }],
    ['an unknown status', person({ status: 'ok' }), { status: expect.any(String) }],
    ['text for a flag', person({ isClient: 'yes' }), { isClient: expect.any(String) }],
    [
      'a time without an offset',
      person({ registrationDate: '2024-05-01T10:00:00' }),
      { registrationDate: expect.any(String) },
    ],
    ['attributes that are no object', person({ attributes: [1] }), { attributes: expect.any(String) }],
    [
      'an impossible date',
      person({ entityData: { person: { dateOfBirth: '2023-02-29' } } }),
      { 'entityData.person.dateOfBirth': expect.any(String) },
    ],
    [
      'an unknown document type',
      person({ entityData: { person: { idType: 'badge' } } }),
      { 'entityData.person.idType': expect.any(String) },
    ],
    ['data of the other type', person({ entityData: { company: {} } }), { 'entityData.company': expect.any(String) }],
    [
      'text for the data of a person',
      person({ entityData: { person: 'x' } }),
      { 'entityData.person': 'person must be an object' },
    ],
    ['text for nested data', person({ entityData: 'x' }), { entityData: expect.any(String) }],
    [
      'a wrong slot',
      person({ operationalHours: { timezone: 'Mars/One', weekly: [{ day: 'monday', open: '9', close: '10:00' }, 4] } }),
      {
        'operationalHours.timezone': expect.any(String),
        'operationalHours.weekly[0].open': expect.any(String),
        'operationalHours.weekly[1]': 'each member must be an object',
      },
    ],
  ];
  it.each(bad)('4.4: rejects %s, naming the field', async (_, body, details) => {
    expect(await api.call('/entities', { body })).toMatchObject({
      status: 400,
      body: { error: expect.any(String), code: 'VALIDATION_ERROR', details },
    });
  });

  it('promise 4: ignores fields it does not know, and never lets a caller write what the server owns', async () => {
    const id = '0190a0f0-0000-7000-8000-000000000001';
    const body = person({
      id,
      organizationId: api.stranger.organizationId,
      riskScore: 99,
      createdAt: '2000-01-01T00:00:00Z',
      colour: 'red',
    });
    const created = await api.call('/entities', { body });
    expect(created.status).toBe(201);
    expect(created.body.entity).toMatchObject({ organizationId: api.production.organizationId, riskScore: 0 });
    expect(created.body.entity.id).not.toBe(id);
    expect(created.body.entity).not.toHaveProperty('colour');
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['type=robot', 'type'],
    ['country=XX', 'country'],
    ['page=2', 'page'],
    ['type=person&type=company', 'type'],
  ])('4.7: rejects the query %s', async (query, field) => {
    expect(await api.call(`/entities?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } },
    });
  });

  const address = {
    street: 'Rua A',
    number: '1',
    complement: 'B',
    neighborhood: 'C',
    city: 'D',
    state: 'E',
    country: 'BR',
    postalCode: '1-2',
  };
  /** Section, type, valid data, and the same members with invalid values. */
  const fields: [section: string, type: string, good: object, bad: object][] = [
    [
      '2.3',
      'person',
      {
        firstName: 'Ana', lastName: 'Souza', dateOfBirth: '1990-02-28', nationality: 'BR', occupation: 'baker', income: 1200.5,
        incomeCurrency: 'BRL', address, city: 'Rio', state: 'RJ', country: 'BR', postalCode: '20000-000', email: 'ana@example.com',
        phone: '+55 11 91234-5678', alternativePhone: '+55 11 91234-5679', idType: 'passport', idNumber: 'X1', isPep: true,
        pepPosition: 'mayor', pepCountry: 'BR',
      },
      {
        firstName: 1, lastName: [], dateOfBirth: '28/02/1990', nationality: 1, occupation: {}, income: '1200.5', incomeCurrency: 1,
        address: 1, city: 1, state: 1, country: 1, postalCode: 1, email: 'ana', phone: 'call me', alternativePhone: 1, idType: 'badge',
        idNumber: 1, isPep: 'yes', pepPosition: 1, pepCountry: 1,
      },
    ],
    [
      '2.4, 27.2',
      'company',
      {
        legalName: 'Padaria Ltda', tradeName: 'Padaria', registrationNumber: '1', incorporationDate: '2001-01-31', industry: 'food',
        employeeCount: 12, revenue: 1e6, revenueCurrency: 'BRL', nationality: 'BR', cnae: '1091-1/02', cnaeDescription: 'bakery',
        legalNature: '206-2', companySize: 'ME', website: 'https://example.com', email: 'a@example.com', phone: '+55 11 91234-5678',
        address: 'Rua A, 1', city: 'Rio', state: 'RJ', country: 'BR', postalCode: '2', shareCapital: 0.5, currency: 'BRL', taxRegime: 'S',
        isPubliclyTraded: false, stockTicker: 'PAD3', legalRepresentative: { name: 'Ana', taxId: '1' }, activityStartDate: '2001-02-01',
      },
      {
        legalName: 1, tradeName: 1, registrationNumber: 1, incorporationDate: '2001-13-01', industry: 1, employeeCount: 1.5,
        revenue: '1', revenueCurrency: 1, nationality: 1, cnae: 1, cnaeDescription: 1, legalNature: 1, companySize: 1, website: 1,
        email: 'a', phone: 'x', address: [], city: 1, state: 1, country: 1, postalCode: 1, shareCapital: '1', currency: 1, taxRegime: 1,
        isPubliclyTraded: 'no', stockTicker: 1, legalRepresentative: 'Ana', activityStartDate: 'today',
      },
    ],
  ]; // prettier-ignore
  it.each(fields)('%s: accepts each field of a %s, and names every invalid one', async (_, type, good, wrong) => {
    expect(Object.keys(wrong).sort()).toEqual(Object.keys(good).sort());
    const send = (data: object) => api.call('/entities', { body: person({ type, entityData: { [type]: data } }) });
    const { status, body } = await send(good);
    expect([status, body.entity.entityData]).toEqual([201, { [type]: good }]);
    const refused = await send(wrong);
    const paths = Object.keys(wrong).map((field) => `entityData.${type}.${field}`);
    expect([refused.status, Object.keys(refused.body.details).sort()]).toEqual([400, paths.sort()]);
    const unknown = { ...good, shoeSize: 38 };
    expect((await send(unknown)).body.entity.entityData).toEqual({ [type]: unknown });
  });

  it.each(entityStatuses.filter((status) => status !== 'deleted'))(
    '3.1: stores the status %s as sent, on create and on update',
    async (status) => {
      const created = await api.call('/entities', { body: person({ status }) });
      expect([created.status, created.body.entity.status]).toEqual([201, status]);
      const before = await api.call('/entities', {
        body: person({ status: status === 'active' ? 'expired' : 'active' }),
      });
      const { id } = before.body.entity;
      const changed = await api.call(`/entities/${id}`, { method: 'PATCH', body: { status, reason: 'as it is said' } });
      expect([changed.status, changed.body.entity.status]).toEqual([200, status]);
      expect((await api.call(`/entities/${id}`)).body).toMatchObject({ status, statusReason: 'as it is said' });
    },
  );

  it.each(['person', 'company'])('3.1: creates a new %s as under_review', async (type) => {
    expect((await api.call('/entities', { body: person({ type }) })).body.entity.status).toBe('under_review');
  });

  it('7: answers a missing key in the error format of each route', async () => {
    expect((await api.call('/entities/not-a-uuid', { key: null })).body).toMatchObject({
      error: expect.any(String),
      code: 'UNAUTHORIZED',
    });
    expect((await api.call('/entities', { key: null })).body).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
  });
});
