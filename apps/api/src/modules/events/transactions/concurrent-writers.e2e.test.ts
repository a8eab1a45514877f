import { reportPromise } from '@tamis/testkit';

import { createRule, ruleJson, ruleText } from '../../../../test/support/rule-samples.js';
import { type TestResponse, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const rounds = 5;
const writers = 100;

describe('concurrent writers', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const atOnce = (write: (n: number) => Promise<TestResponse>, count = writers): Promise<TestResponse[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => write(n)));
  const countOf = (answers: readonly TestResponse[], status: number): number =>
    answers.filter((answer) => answer.status === status).length;
  const patch = (id: string, body: object) => api.call(`/rules/${id}`, { method: 'PATCH', body });

  it('promise 22: of one rule key and of one version of a rule have one winner', async () => {
    const source = ruleText();
    const made = await atOnce(() => api.call('/rules', { body: { source } }));
    expect([countOf(made, 201), countOf(made, 409)]).toEqual([1, writers - 1]);
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await createRule(api, ruleJson());
      const answers = await atOnce((n) => patch(id, { owner: `o${n}`, ifVersion: 1 }));
      const winner = answers.findIndex(({ status }) => status === 200);
      const { owner } = (await api.call(`/rules/${id}`)).body.rule ?? (await api.call(`/rules/${id}`)).body;
      if (countOf(answers, 200) !== 1 || countOf(answers, 409) !== writers - 1 || owner !== `o${winner}`)
        violations += 1;
    }
    reportPromise(22, {
      figure: `${violations} violations in ${rounds} rounds of ${writers} changes of one version of a rule`,
      target: 'exactly 1 winner',
      holds: violations === 0,
    });
    expect(violations).toBe(0);
  });

  it('promise 22: of different fields of a rule lose none, and each accepted change is one version', async () => {
    const { id } = await createRule(api, ruleJson());
    const fields = [{ owner: 'someone' }, { tags: ['kept'] }, { score: 33 }];
    const answers = await atOnce((n) => patch(id, fields[n % fields.length]!), 30);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409 && status !== 400)).toEqual([]);
    const { body } = await api.call(`/rules/${id}`);
    const rule = body.rule ?? body;
    expect(rule).toMatchObject({ owner: 'someone', tags: ['kept'], score: 33 });
  });

  it('promise 22: that change a rule which is being archived bring none back', async () => {
    let violations = 0;
    for (let round = 0; round < rounds * 4; round += 1) {
      const { id } = await createRule(api, ruleJson());
      const [archived] = await Promise.all([
        api.call(`/rules/${id}`, { method: 'DELETE' }),
        ...Array.from({ length: 8 }, (_, n) => patch(id, { owner: `late ${n}` })),
      ]);
      const { body } = await api.call(`/rules/${id}`);
      if (archived.status < 300 && (body.rule ?? body).status !== 'archived') violations += 1;
      if (archived.status >= 500) violations += 1;
    }
    reportPromise(22, {
      figure: `${violations} archived rules brought back in ${rounds * 4} rounds`,
      target: 'no resurrected row',
      holds: violations === 0,
    });
    expect(violations).toBe(0);
  });

  it('promise 22: of one item of a list store it once', async () => {
    const list = await api.call('/data-lists', { body: { name: 'raced', type: 'custom', source: 'internal' } });
    const { id } = list.body.data;
    const answers = await atOnce(() =>
      api.call(`/data-lists/${id}/items`, { body: { items: [{ primaryValue: 'the one' }] } }),
    );
    const { rows } = await api.pool.query('select count(*)::int as n from data_list_items where list_id = $1', [id]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    reportPromise(22, {
      figure: `${rows[0].n} row of ${writers} additions of one list item`,
      target: '1 row',
      holds: rows[0].n === 1,
    });
    expect(rows[0].n).toBe(1);
  });
});
