import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const office = '11.222.333/0001-81';
const branch = '11.222.333/0002-62';
const another = '11.444.777/0001-61';

describe('platform 4.8: PUT /entities/upsert keeps companies apart', () => {
  const api = useTestApi();
  const company = (name: string, more: object = {}): object => ({ type: 'company', name, countryCode: 'BR', ...more });
  const upsert = (entity: object, options: object = {}): Promise<TestResponse> =>
    api().call('/entities/upsert', { method: 'PUT', body: { entity, options } });
  const stored = async (entity: object): Promise<Body> => {
    const created = await api().call('/entities', { body: entity });
    if (created.status !== 201) throw new Error(created.text);
    return created.body.entity;
  };

  /** Each pair has its own name, which both companies share. */
  const pairs: readonly (readonly [string, object, object, string])[] = [
    ['two tax ids', { taxId: '19.131.243/0001-97' }, { taxId: '33.000.167/0001-01' }, 'a different tax id'],
    ['branches', { taxId: '60.746.948/0001-12' }, { taxId: '60.746.948/0002-01' }, 'the tax id of a different branch'],
    ['two external ids', { externalId: 'one' }, { externalId: 'two' }, 'a different external id'],
    ['two countries', {}, { countryCode: 'PE' }, 'a different country, and nothing but the name in common'],
    [
      'two countries and external ids',
      { externalId: 'br-1' },
      { externalId: 'pe-1', countryCode: 'PE' },
      'a different external id',
    ],
  ];
  const words = ['Aurora', 'Boreal', 'Cometa', 'Diamante', 'Esmeralda'];
  const strategies = ['hybrid', 'fuzzy_match', 'ai_similarity'];
  const kinds = ['Vidraria', 'Padaria', 'Serralheria'];

  it.each(strategies.map((strategy, nth) => [strategy, kinds[nth]!]))(
    'by %s, whatever fields are equal',
    async (strategy, kind) => {
      for (const [nth, [what, first, second, separatedBy]] of pairs.entries()) {
        const name = `${kind} ${words[nth]} Ltda`;
        const known = await stored(company(name, first));
        const { body } = await upsert(company(name, second), { deduplicationStrategy: strategy });
        const match = { entityId: known.id, name, separatedBy, confidence: 1 };
        expect([what, body]).toMatchObject([what, { action: 'created', confidence: 1, possibleMatches: [match] }]);
        expect((await api().call(`/entities/${known.id}`)).body).toEqual(known);
        for (const { id } of [known, body.entity]) await api().call(`/entities/${id}`, { method: 'DELETE' });
      }
    },
  );

  it.each(['source_wins', 'target_wins', 'smart_merge', 'manual_review'])(
    '%s does not overwrite the tax id of a company with the same external id',
    async (conflictResolution) => {
      const known = await stored(company('Tornearia Lua', { externalId: 'lua', taxId: office }));
      const answer = await upsert(company('Tornearia Lua', { externalId: 'lua', taxId: another }), {
        conflictResolution,
      });
      const says = expect.stringContaining(`company ${known.id} has this external id and a different tax id`);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'DUPLICATE_EXTERNAL_ID', details: { 'entity.externalId': says } },
      });
      expect((await api().call(`/entities/${known.id}`)).body).toEqual(known);
      await api().call(`/entities/${known.id}`, { method: 'DELETE' });
    },
  );

  it('keeps the external id of a company with the same tax id', async () => {
    const known = await stored(company('Marcenaria Sol', { externalId: 'sol', taxId: office }));
    const answer = await upsert(company('Marcenaria Sol', { externalId: 'luz', taxId: office }));
    const says = expect.stringContaining(`company ${known.id} has this tax id and a different external id`);
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_TAX_ID', details: { 'entity.taxId': says } },
    });
    await api().call(`/entities/${known.id}`, { method: 'DELETE' });
  });

  it('merges branches into one company on request, and keeps all their tax ids', async () => {
    const known = await stored(company('Rede Girassol', { taxId: office }));
    for (const conflictResolution of ['target_wins', 'source_wins', 'smart_merge']) {
      const { body } = await upsert(company('Rede Girassol', { taxId: branch }), {
        mergeBranches: true,
        conflictResolution,
      });
      expect(body).toMatchObject({ action: 'updated', entity: { id: known.id, taxId: office } });
      expect(body.entity.entityData.company.branchTaxIds).toEqual(['11222333000262']);
    }
    const third = await upsert(company('Rede Girassol', { taxId: '11.222.333/0003-43' }), { mergeBranches: true });
    expect(third.body.entity.entityData.company.branchTaxIds).toEqual(['11222333000262', '11222333000343']);
    const apart = await upsert(company('Rede Girassol', { taxId: branch }));
    expect(apart.body).toMatchObject({ action: 'created', possibleMatches: [{ entityId: known.id }] });
    const other = await upsert(company('Rede Girassol', { taxId: another }), { mergeBranches: true });
    expect(other.body.action).toBe('created');
  });
});

describe('platform 2.2: tax ids', () => {
  const api = useTestApi();
  const create = (type: string, countryCode: string, taxId: string): Promise<TestResponse> =>
    api().call('/entities', { body: { type, name: 'Nadie', countryCode, taxId } });

  it.each([
    ['company', 'BR', '390.533.447-05', 'person'],
    ['person', 'BR', '16.727.230/0001-97', 'company'],
    ['company', 'MX', 'BOXW310820HNERXN09', 'person'],
    ['person', 'MX', 'CCM 650122 I06', 'company'],
    ['person', 'AR', '30-54668997-9', 'company'],
  ])('for a %s in %s rejects %s, which a %s may have', async (type, country, taxId, holder) => {
    const says = expect.stringContaining(`issues to a ${holder}`);
    expect(await create(type, country, taxId)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TAX_ID', details: { taxId: says } },
    });
    expect((await create(holder, country, taxId)).status).toBe(201);
  });

  it('stores a placeholder tax id for several entities, and finds none of them by it', async () => {
    const shared = 'XEXX010101000';
    for (const type of ['company', 'person', 'company']) expect((await create(type, 'MX', shared)).status).toBe(201);
    expect((await api().call(`/entities/by-tax-id/${shared}`)).status).toBe(404);
    const entity = { type: 'company', name: 'Otra Cosa', countryCode: 'MX', taxId: shared };
    const { body } = await api().call('/entities/upsert', { method: 'PUT', body: { entity } });
    expect(body).toMatchObject({ action: 'created', entity: { taxId: shared }, possibleMatches: [] });
  });
});
