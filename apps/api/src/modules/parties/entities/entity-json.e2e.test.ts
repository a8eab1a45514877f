import { reportPromise } from '@tamis/testkit';
import fc from 'fast-check';

import { entityTypes } from './index.js';
import { mergeObjects } from '../../../platform/http/index.js';
import { type TestResponse, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const person = (more: object = {}) => ({ type: 'person', name: 'Ana Souza', countryCode: 'BR', ...more });
const runs = Number(process.env['TAMIS_RUNS'] ?? 60);

/** Attributes whose text has no white space, so that only the spelling of numbers and the order of keys matter. */
const attributes = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 })
  // JSON has no text for -0, so the value is converted to what comes back.
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

/** JSON texts with keys that often cause problems, and numbers in unusual spellings; some must be refused. */
const hostile = fc
  .array(
    fc.tuple(
      fc.constantFrom('__proto__', 'constructor', 'toString', '2', '1', 'a', '\\u0061', 'é', ''),
      fc.constantFrom(
        '1.0',
        '1e2',
        '-0.0',
        '9007199254740993',
        '{"y":1,"x":{"2":0,"1":0}}',
        '"\\u00e9"',
        '[1.50]',
        'null',
      ),
    ),
    { maxLength: 5 },
  )
  .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`);

describe('platform 2.2.1: caller JSON stored in an entity', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const create = (text: string): Promise<TestResponse> =>
    api.call('/entities', { body: `{"attributes":${text},${JSON.stringify(person()).slice(1)}` });
  const patch = (id: string, text: string, mode: string): Promise<TestResponse> =>
    api.call(`/entities/${id}/attributes`, { method: 'PATCH', body: `{"mode":"${mode}","attributes":${text}}` });
  const stored = async (id: string): Promise<string> => {
    const { text } = await api.call(`/entities/${id}`);
    return /"attributes":(.*),"metadata":null,"operationalHours"/s.exec(text)![1]!;
  };

  it('promise 24: is what is read, by create, merge and replace: the text itself, or a 400', async () => {
    let [silent, refused, taken] = [0, 0, 0];
    const texts = fc.oneof(
      attributes.map((value) => JSON.stringify(value)),
      hostile,
    );
    await fc.assert(
      fc.asyncProperty(texts, texts, async (first, second) => {
        const created = await create(first);
        if (created.status === 400) return void (refused += 1);
        const { id } = created.body.entity;
        if ((await stored(id)) !== first) silent += 1;
        for (const mode of ['merge', 'replace']) {
          const answer = await patch(id, second, mode);
          if (answer.status === 400) return void (refused += 1);
          const expected = mode === 'replace' ? second : mergeObjects(first, second, 'shallow');
          if ((await stored(id)) !== expected) silent += 1;
          const merged = { ...JSON.parse(first), ...JSON.parse(second) };
          expect(JSON.parse(await stored(id))).toEqual(mode === 'replace' ? JSON.parse(second) : merged);
        }
        taken += 1;
      }),
      { numRuns: runs },
    );
    reportPromise(24, {
      figure: `${silent} silent changes of ${runs} entities (${taken} kept to the end, ${refused} refused)`,
      target: 'equal values and key order, or a 400; 0 silent changes',
      holds: silent === 0,
    });
    expect(taken).toBeGreaterThan(0);
    expect(silent).toBe(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('merges JSON text like objects, shallow or deep', () => {
    fc.assert(
      fc.property(attributes, attributes, (before, over) => {
        const merged = JSON.parse(mergeObjects(JSON.stringify(before), JSON.stringify(over), 'shallow')) as object;
        expect(merged).toEqual({ ...before, ...over });
        const same = mergeObjects(JSON.stringify(before), JSON.stringify(before), 'deep');
        expect(same).toBe(JSON.stringify(before));
      }),
    );
    expect(mergeObjects('{"a":{"b":1,"c":[1]},"d":1.0}', '{"a":{"c":[2],"e":{}},"\\u0064":2}', 'deep')).toBe(
      '{"a":{"b":1,"c":[2],"e":{}},"d":2}',
    );
  });

  const others = entityTypes.filter((type) => !['person', 'company', 'payment_method'].includes(type));
  it.each(others)('section 2.2: stores and reads a record of type %s like every other', async (type) => {
    const key = type.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const body = { type, externalId: `e-${type}`, entityData: { [key]: { note: 'x' }, own: 1 }, attributes: { a: 1 } };
    const { status, body: answer } = await api.call('/entities', { body });
    expect([status, answer.entity]).toMatchObject([201, { ...body, name: `e-${type}`, countryCode: null }]);
    expect((await api.call(`/entities/by-external-id/e-${type}`)).body).toEqual(answer.entity);
    expect((await api.call(`/entities?type=${type}`)).body.entities).toEqual([answer.entity]);
  });

  it.each([
    ['device', { device: { osVersion: 7 } }, 'entityData.device.osVersion'],
    ['location', { location: { coordinates: { lat: 91 } } }, 'entityData.location.coordinates.lat'],
    ['account', { account: { bank: [] } }, 'entityData.account.bank'],
    ['transaction', { transaction: { amount: '5' } }, 'entityData.transaction.amount'],
    ['case', { person: {} }, 'entityData.person'],
  ])('section 2.2: for a %s with %j names %s in the validation error', async (type, entityData, path) => {
    expect(await api.call('/entities', { body: { type, entityData } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { [path]: expect.any(String) } },
    });
  });

  it('keeps the digits of metadata of relationships and payment methods', async () => {
    const text = '{"share":12.3456789012345678901,"fee":1.10,"key":"\\u00e9"}';
    const { id } = (await create('{}')).body.entity;
    const related = (type: string) => `{"relatedEntityId":"${id}","relationshipType":"${type}","metadata":${text}}`;
    const made = await api.call('/entities', {
      body: `{"relationships":[${related('owns')}],${JSON.stringify(person()).slice(1)}`,
    });
    const added = await api.call(`/entities/${made.body.entity.id}/relationships`, { body: related('uses') });
    const { relationship } = added.body;
    const other = '{"share":0.1000000000000000000001}';
    const paid = await api.call('/entities', {
      body: `{"entityType":"payment_method","entityData":{"paymentMethod":{"type":"pix"}},"metadata":${text},
        "relationships":[{"targetEntityId":"${id}","relationshipType":"belongs_to","metadata":${text}}]}`,
    });
    const shown = [
      (await api.call(`/entities/${id}/relationships`)).text,
      (await api.call(`/entities/${paid.body.id}`)).text,
      (await api.call(`/relationships/${relationship.id}`, { method: 'PATCH', body: `{"metadata":${other}}` })).text,
    ];
    expect(shown.map((each) => each.split(`"metadata":${text}`).length - 1)).toEqual([3, 1, 0]);
    expect(shown[2]).toContain(`"metadata":${other}`);
  });

  it('keeps every digit of numbers that an upsert compares and merges', async () => {
    const upsert = (attributes: string, conflictResolution: string): Promise<TestResponse> =>
      api.call('/entities/upsert', {
        method: 'PUT',
        body: `{"entity":{"type":"company","name":"Digits","countryCode":"BR","externalId":"digits","attributes":${attributes}},
          "options":{"conflictResolution":"${conflictResolution}"}}`,
      });
    const [long, longer] = ['1234567890123456.11', '1234567890123456.12'];
    const { id } = (await upsert(`{"held":${long},"of":{"a":${long}},"list":[${long}]}`, 'source_wins')).body.entity;
    const changed = await upsert(`{"held":${longer},"of":{"b":0.5},"list":[${longer}]}`, 'smart_merge');
    expect(changed.text).toContain(`"oldValue":${long},"newValue":${longer}`);
    const merged = `{"held":${longer},"of":{"a":${long},"b":0.5},"list":[${long},${longer}]}`;
    expect(await stored(id)).toBe(merged);
    expect((await upsert(`{"held":12345678901234561.3e-1}`, 'source_wins')).body.conflicts).toHaveLength(1);
    expect((await upsert(`{"held":12345678901234561.30e-1}`, 'source_wins')).body.conflicts).toEqual([]);
    await upsert(`{"held":${longer}}`, 'manual_review');
    const { events } = (await api.call(`/entities/${id}/timeline?event=entity_duplicate_flagged`)).body;
    expect(events[0].changes['attributes.held'].current).toBe(Number(longer));
  });
});
