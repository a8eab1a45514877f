import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const number = '778812345690';
const details = { accountNumber: number, bankName: 'Itaú', paymentDetails: { accountNumber: `9${number}` } };
const masked = { ...details, accountNumber: '****5690', paymentDetails: { accountNumber: '****5690' } };

describe('account numbers of payments', () => {
  const api = useOwnTestApi();
  let plain: string;
  let id: string;
  let jobId: string;
  let sent = 0;
  const moves = ['PROCESSING', 'SENT'];

  const body = () => ({
    ...{ externalId: `numbers-${(sent += 1)}`, type: 'PAYMENT', amount: 10, currency: 'USD' },
    ...{ originDetails: details, destinationDetails: details, metadata: { copy: { accountNumber: number } } },
  });

  beforeAll(async () => {
    plain = await createKeyWith(api(), 'transactions:read', 'transactions:create', 'transactions:edit');
    id = (await api().call('/transactions', { body: body() })).body.transaction.id as string;
    jobId = (await api().call('/transactions/batch', { body: { transactions: [body()] } })).body.jobId as string;
  });

  const routes: readonly (readonly [string, () => Parameters<ReturnType<typeof api>['call']>])[] = [
    ['a new one', () => ['/transactions', { body: body() }]],
    ['the list', () => ['/transactions', {}]],
    ['one by its id', () => [`/transactions/${id}`, {}]],
    ['one by its external id', () => ['/transactions/external/numbers-1', {}]],
    ['a batch as it was sent', () => [`/batch-import/jobs/${jobId}/payload`, {}]],
    ['a change', () => [`/transactions/${id}`, { method: 'PATCH', body: { metadata: { at: (sent += 1) } } }]],
    [
      'a move',
      () => [
        `/transactions/${id}/changeStatus`,
        { method: 'PATCH', body: { status: moves.shift(), executeRules: false } },
      ],
    ],
  ];

  it.each(routes)(
    'are returned in full by %s to callers with the permission, and otherwise as the last four digits',
    async (_, request) => {
      const [path, options] = request();
      const hidden = await api().call(path, { ...options, key: plain });
      expect(hidden.text).not.toContain(number);
      expect(hidden.text).toContain('****5690');
      const [again, more] = request();
      expect((await api().call(again, more)).text).toContain(number);
    },
  );

  it('are masked in every copy in a response, and nothing else is masked', async () => {
    const { transaction } = (await api().call(`/transactions/${id}`, { key: plain })).body;
    expect(transaction).toMatchObject({ originDetails: masked, destinationDetails: masked });
    expect(transaction.origin.details).toEqual(masked);
    expect(transaction.metadata.copy).toEqual({ accountNumber: '****5690' });
  });

  it('stay unchanged when sent back masked', async () => {
    const bank = {
      name: 'Itaú',
      accountNumber: number,
      others: [{ accountNumber: `1${number}` }, { accountNumber: 12 }],
    };
    const given = { ...body(), metadata: { bank, number: 1 }, deviceDetails: { deviceId: 'd', accountNumber: number } };
    const path = `/transactions/${(await api().call('/transactions', { body: given })).body.transaction.id}`;
    const shown = (await api().call(path, { key: plain })).body.transaction;
    expect(shown.metadata.bank).toMatchObject({ accountNumber: '****5690', others: [{ accountNumber: '****5690' }, { accountNumber: '****' }] }); // prettier-ignore
    const patch = (change: object) => api().call(path, { method: 'PATCH', key: plain, body: change });
    const { metadata, deviceDetails } = shown;
    expect(await patch({ metadata, deviceDetails })).toMatchObject({
      status: 400,
      body: { error: { code: 'NO_CHANGES' } },
    });
    expect((await patch({ metadata: { bank: { ...metadata.bank, name: 'Other' } } })).status).toBe(200);
    expect((await patch({ deviceDetails: { accountNumber: '****0000' } })).status).toBe(200);
    expect((await api().call(path)).body.transaction).toMatchObject({
      metadata: { bank: { ...bank, name: 'Other' }, number: 1 },
      deviceDetails: { deviceId: 'd', accountNumber: '****0000' },
    });
  });

  it('are masked in all announced events', async () => {
    await api().call('/transactions', { body: body() });
    const { rows } = await api().pool.query<{ text: string }>('select payload::text as text from outbox_events');
    expect(rows.filter(({ text }) => text.includes('****5690')).length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(number))).toEqual([]);
  });

  it('are visible to rules in full', async () => {
    const source = `rule account "a" { on transaction when originAccount.details.accountNumber = "${number}" }`;
    const { body: found } = await api().call('/rules/execute', { body: { source, on: { transactionId: id } } });
    expect(found.counts).toMatchObject({ hit: 1 });
  });
});
