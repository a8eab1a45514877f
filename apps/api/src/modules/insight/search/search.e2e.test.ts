import { createKeyWith } from '../../../../test/support/create-key-with.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { inTransaction } from '../../../platform/database/index.js';

const source = `rule suspicious_bakery "Padaria às três" {
  on transaction (created)
  category fraud
  score 10
  when transaction.amount >= 10 USD
  then suggest FLAG
}
`;

describe('search over all records', () => {
  const api = useTestApi();
  let souza = '';
  const send = async (path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api().call(path, { method, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  };
  const find = async (q: string, key?: string): Promise<Body> => {
    const answer = await api().call(`/search?q=${encodeURIComponent(q)}`, key === undefined ? {} : { key });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };
  const titles = async (q: string, key?: string): Promise<readonly string[]> =>
    ((await find(q, key)).results as readonly Body[]).map(({ kind, title }) => `${kind} ${title}`);

  beforeAll(async () => {
    const company = { type: 'company', countryCode: 'BR', taxId: '11.444.777/0001-61', externalId: 'shop-17' };
    souza = (await send('/entities', { ...company, name: 'Padaria Souza & Irmãos Ltda' })).entity.id;
    await send('/entities', { type: 'person', name: 'João Gonçalves', countryCode: 'BR' });
    await send('/entities', { type: 'person', name: 'Joana Gonzaga', countryCode: 'BR' });
    for (const n of [1, 2, 3])
      await send('/transactions', { externalId: `flour-${n}`, type: 'PAYMENT', amount: n, currency: 'USD' });
    await send('/rules', { source });
    await send('/intelligence/investigations', { name: 'Pão às duas', entityId: souza });
  });

  it.each([
    ['flour-2', ['transaction flour-2']],
    ['flour-', ['transaction flour-1', 'transaction flour-2', 'transaction flour-3']],
    ['joao', ['entity João Gonçalves']],
    ['GONÇ joã', ['entity João Gonçalves']],
    ['gon', ['entity Joana Gonzaga', 'entity João Gonçalves']],
    ['às três', ['rule suspicious_bakery']],
    ['as tres', ['rule suspicious_bakery']],
    ['icious_bak', ['rule suspicious_bakery']],
    ['100%', []],
    ["'; drop table entities; --", []],
    ['&|!', []],
  ])('finds %s', async (q, expected) => {
    expect(await titles(q)).toEqual(expected);
  });

  it.each(['11444777000161', '11.444.777/0001-61', 'shop-1', 'irmao', 'souza pad'])(
    'finds a company and its case by %s',
    async (q) => {
      expect(await titles(q)).toEqual(['entity Padaria Souza & Irmãos Ltda', expect.stringMatching(/^case /)]);
    },
  );

  it('finds each record by its id, and a case by its number and part of its name', async () => {
    const { results } = await find(souza);
    expect(results[0]).toEqual({
      ...{ kind: 'entity', id: souza, title: 'Padaria Souza & Irmãos Ltda', status: expect.any(String) },
      details: ['shop-17', '11.444.777/0001-61', 'BR'],
    });
    const [, { id, title }] = results as readonly Body[];
    for (const q of [id, title, 'pao as', title.toLowerCase()])
      expect(await titles(q as string)).toEqual([`case ${title}`]);
    const [payment] = (await find('flour-3')).results;
    expect(payment.details[0]).toBe('3 USD');
    expect(await titles(payment.id)).toEqual(['transaction flour-3']);
  });

  it('matches the current name of an entity, and no deleted entity', async () => {
    const { id } = (await send('/entities', { type: 'person', name: 'Zita Before', countryCode: 'BR' })).entity;
    await send(`/entities/${id}`, { name: 'Zita Após' }, 'PATCH');
    expect([await titles('before'), await titles('apos')]).toEqual([[], ['entity Zita Após']]);
    await send(`/entities/${id}`, { status: 'deleted', reason: 'asked for' }, 'PATCH');
    expect(await titles('apos')).toEqual([]);
  });

  it('returns at most six results of each kind', async () => {
    for (let n = 0; n < 8; n += 1) await send('/entities', { type: 'person', name: `Many ${n}`, countryCode: 'BR' });
    expect(await titles('many')).toHaveLength(6);
  });

  it('returns more results of a single kind, and a case by its party', async () => {
    for (let n = 0; n < 8; n += 1) await send('/entities', { type: 'person', name: `Single ${n}`, countryCode: 'BR' });
    await send('/rules', { source: source.replace('suspicious_bakery "Padaria às três"', 'single_one "Single one"') });
    expect(await titles('single')).toHaveLength(7);
    const only = async (q: string, kind: string) => {
      const { body } = await api().call(`/search?q=${q}&kind=${kind}`);
      return (body.results as readonly Body[]).map((found) => found.kind as string);
    };
    expect(await only('single', 'entity')).toEqual(Array(8).fill('entity'));
    expect(await only('single', 'rule')).toEqual(['rule']);
    expect(await only('shop-17', 'case')).toEqual(['case']);
    expect((await api().call('/search?q=single&kind=list')).body.error.details).toHaveProperty('kind');
    const key = await createKeyWith(api(), 'rules:read');
    const { results, omitted } = (await api().call('/search?q=single&kind=entity', { key })).body;
    expect({ results, omitted }).toEqual({ results: [], omitted: [{ kind: 'entity', permission: 'entities:read' }] });
  });

  it('omits and reports kinds the caller may not read, and returns nothing to other organizations', async () => {
    const key = await createKeyWith(api(), 'rules:read');
    const { results, omitted } = await find('souza', key);
    expect([results, omitted.map(({ permission }: Body) => permission as string)]).toEqual([
      [],
      ['transactions:read', 'entities:read', 'cases:read'],
    ]);
    for (const q of ['souza', 'flour-1', 'shop-17', souza, '11444777000161', 'tres'])
      expect(await titles(q, api().stranger.key)).toEqual([]);
  });

  it.each(['', '?q=', '?q=%20', `?q=${'a'.repeat(101)}`, '?q=a&q=b'])('rejects %s', async (query) => {
    const answer = await api().call(`/search${query}`);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('VALIDATION_ERROR')]);
  });

  it.each([
    ['entities', 'r.external_id ~>=~ $2', '~<~', 'r.deleted_at is null and r.external_id is not null'],
    ['transaction_keys', 'r.external_id >= $2', '<', 'true'],
  ])(
    'reads external ids of %s in byte order from an index under row-level security',
    async (table, from, order, also) => {
      const { organizationId } = api().production;
      const plan = await inTransaction(api().pool, organizationId, async (client) => {
        for (const way of ['seqscan', 'sort', 'bitmapscan']) await client.query(`set local enable_${way} = off`);
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (costs off) select r.external_id from ${table} r where r.organization_id = $1 and ${also} and ${from}
         order by r.external_id using ${order} limit 5`,
          [organizationId, 'flour'],
        );
        return rows.map((line) => line['QUERY PLAN'].trim());
      });
      expect(plan.filter((line) => line.startsWith('Index Cond:'))).toEqual([
        expect.stringMatching(/external_id (~>=~|>=) /),
      ]);
      expect(plan.filter((line) => line.startsWith('Sort'))).toEqual([]);
    },
  );
});
