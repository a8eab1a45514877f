import { nextNumber } from './support/rule-samples.js';
import type { Body } from './support/start-test-api.js';
import { useTestApi } from './support/use-test-api.js';

const api = useTestApi();

async function read(path: string): Promise<Body> {
  const answer = await api().call(path);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

async function pay(more: object): Promise<Body> {
  const body = { externalId: `watched-${nextNumber()}`, type: 'PAYMENT', currency: 'USD', ...more };
  const answer = await api().call('/transactions', { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

// The first in the file: it looks at every payment of the organization.
describe('the fields that rules may read', () => {
  const fieldsOf = async (query: string): Promise<Map<string, Body>> => {
    const { fields } = await read(`/rules/fields?targetEntityType=transaction${query}`);
    return new Map(fields.map((field: Body) => [field.path, field]));
  };

  it('are told with what the records of the organization have of them', async () => {
    const ana = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
    expect((await api().call('/entities', { body: ana })).status).toBe(201);
    for (let amount = 1; amount <= 20; amount += 1)
      await pay({ amount, ...(amount <= 15 && { originExternalId: 'ana' }), ...(amount <= 5 && { channel: 'app' }) });
    await pay({ amount: 9_999, currency: 'BRL', channel: 'app' });
    await pay({ amount: 1, channel: 'only here' });
    const { sampleSize, asOf } = await read('/rules/fields?targetEntityType=transaction&search=amount');
    expect([sampleSize, typeof asOf]).toEqual([22, 'string']);
    const fields = await fieldsOf('');
    expect(fields.get('transaction.amount')).toMatchObject({
      jsonPath: 'amount',
      type: 'money',
      nullable: false,
      derived: true,
      fillRate: 1,
      topValues: null,
      quantiles: {
        p5: { $money: '1 USD' },
        p50: { $money: '10 USD' },
        p95: { $money: '19 USD' },
        p99: { $money: '20 USD' },
      },
    });
    expect(fields.get('transaction.amount').operators).toEqual(expect.arrayContaining(['eq', 'gte', 'between']));
    expect(fields.get('transaction.channel')).toMatchObject({
      fillRate: 7 / 22,
      // A value of one record alone is not shown.
      topValues: [{ value: 'app', share: 6 / 7 }],
      quantiles: null,
    });
    expect(fields.get('origin.countryCode')).toMatchObject({
      fillRate: 15 / 22,
      topValues: [{ value: 'BR', share: 1 }],
    });
    expect(fields.get('origin.name')).toMatchObject({ sensitive: true, fillRate: 15 / 22, topValues: null });
    expect(fields.get('transaction.status').enum).toContain('SUSPENDED');
    expect(fields.get('transaction.status').operators).not.toContain('gte');
  });

  it('are found by a word and by what their path begins with, without looking at records where none are asked for', async () => {
    expect([...(await fieldsOf('&prefix=origin.person.&include=none')).keys()]).toContain('origin.person.isPep');
    const found = await fieldsOf('&search=CURRENCY&include=none');
    expect(found.get('transaction.currency')).not.toHaveProperty('fillRate');
    expect(found.has('transaction.channel')).toBe(false);
    const answer = await api().call('/rules/fields?targetEntityType=thing');
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  });
});
