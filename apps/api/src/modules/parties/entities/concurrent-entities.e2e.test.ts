import { reportPromise } from '@tamis/testkit';

import { type TestResponse, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

/** `TAMIS_RUNS` sets a higher number. */
const rounds = Number(process.env['TAMIS_RUNS'] ?? 3);
const writers = 100;

/** Returns the n-th of a series of Chilean tax ids, which have the same form for persons and companies. */
function rut(n: number): string {
  const digits = String(10_000_000 + n);
  const sum = [...digits].reverse().reduce((all, each, index) => all + Number(each) * (2 + (index % 6)), 0);
  return digits + ('0K987654321'[sum % 11] ?? '');
}

const spellings = (taxId: string): readonly string[] => [
  taxId,
  `${taxId.slice(0, 2)}.${taxId.slice(2, 5)}.${taxId.slice(5, 8)}-${taxId.slice(8)}`,
  ` ${taxId}`,
  `${taxId.slice(0, 8)}-${taxId.slice(8)}`,
];

describe('concurrent entity writers', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const atOnce = (write: (n: number) => Promise<TestResponse>, count = writers): Promise<TestResponse[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => write(n)));
  const countOf = (answers: readonly TestResponse[], status: number): number =>
    answers.filter((answer) => answer.status === status).length;
  const create = (more: object = {}): Promise<TestResponse> =>
    api.call('/entities', { body: { type: 'person', name: 'n', countryCode: 'BR', ...more } });
  const report = (violations: number, what: string, target: string): void => {
    const figure = `${violations} violations in ${rounds} rounds of ${what}`;
    reportPromise(22, { figure, target, holds: violations === 0 });
    expect(violations).toBe(0);
  };

  it('promise 22: of one tax id, of persons and companies and in many spellings, make one entity', async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const taxId = rut(round);
      const spelled = spellings(taxId);
      const answers = await atOnce((n) =>
        create({ countryCode: 'CL', type: n % 2 ? 'person' : 'company', taxId: spelled[n % spelled.length] }),
      );
      const { rows } = await api.pool.query<{ n: number }>(
        'select count(*)::int as n from entities where organization_id = $1 and normalized_tax_id = $2',
        [api.production.organizationId, taxId],
      );
      if (countOf(answers, 201) !== 1 || countOf(answers, 409) !== writers - 1 || rows[0]!.n !== 1) violations += 1;
    }
    report(violations, `${writers} creates of one tax id`, 'exactly 1 winner');
  });

  it('promise 22: of different attributes of one entity lose none', async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = (await create()).body.entity;
      const answers = await atOnce((n) =>
        n % 2
          ? api.call(`/entities/${id}/attributes`, { method: 'PATCH', body: { attributes: { [`k${n}`]: n } } })
          : api.call(`/entities/${id}`, { method: 'PATCH', body: { attributes: { [`k${n}`]: n } } }),
      );
      const { body } = await api.call(`/entities/${id}`);
      const kept = Object.keys(body.attributes).length;
      if (countOf(answers, 200) !== writers || kept !== writers) violations += 1;
    }
    report(violations, `${writers} patches of different attributes`, '100 keys present');
  });

  it('promise 22: that change an entity which is being deleted bring none back', async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = (await create()).body.entity;
      const [deleted, ...patched] = await Promise.all([
        api.call(`/entities/${id}`, { method: 'DELETE' }),
        ...Array.from({ length: 8 }, (_, n) =>
          api.call(`/entities/${id}`, { method: 'PATCH', body: { name: `late ${n}`, status: 'active' } }),
        ),
      ]);
      const { rows } = await api.pool.query('select status, deleted_at from entities where id = $1', [id]);
      const isGone = (await api.call(`/entities/${id}`)).status === 404 && rows[0].status === 'deleted';
      const isAnswered = patched.every(({ status }) => status === 200 || status === 404);
      if (deleted.status !== 200 || !isGone || rows[0].deleted_at === null || !isAnswered) violations += 1;
    }
    report(violations, 'a deletion against 8 patches', 'no resurrected row');
  });
});
