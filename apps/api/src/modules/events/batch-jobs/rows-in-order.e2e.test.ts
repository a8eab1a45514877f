import { formCall } from '../../../../test/support/send-form.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

describe('batch rows with rules that change what other rows read', () => {
  const api = useTestApi();
  let watched: string;
  const payments = async (rows: readonly object[]): Promise<readonly unknown[]> => {
    const more = { type: 'PAYMENT', currency: 'USD', amount: 10 };
    const { body } = await api().call('/transactions/batch', {
      body: { transactions: rows.map((row) => ({ ...more, ...row })) },
    });
    expect(body).toMatchObject({ created: rows.length, failed: 0 });
    return body.transactions.map(({ decision }: Body) => decision);
  };

  beforeAll(async () => {
    const list = { name: 'watched', type: 'custom', source: 'internal' };
    watched = (await api().call('/data-lists', { body: list })).body.data.id;
    const named = `list watched = "${watched}"\n`;
    const rule = (key: string, on: string, when: string, then: string): Promise<string> =>
      publishRule(api(), {
        source: `${named}rule ${key} "${key}" {\n  on ${on} (created)\n  when ${when}\n  then ${then}\n}`,
      });
    const ofPayments = 'transaction';
    await rule(
      'blocks',
      ofPayments,
      'transaction.category = "worst"',
      'set status of origin to blocked because "worst"',
    );
    await rule('tells', ofPayments, 'transaction.category = "told"', 'add transaction.channel to watched');
    await rule('reads', ofPayments, 'transaction.channel in watched', 'suggest BLOCK');
    await rule('names', 'person', 'entity.name = "Ana"', 'add entity.externalId to watched');
    await rule('finds', 'person', '"first" in watched', 'suggest FLAG');
  });

  it('rejects a payment after the one that blocked its party, and none before it', async () => {
    for (const externalId of ['ana', 'ben'])
      await api().call('/entities', {
        body: { type: 'person', name: externalId, countryCode: 'BR', externalId, status: 'active' },
      });
    const row = (externalId: string, originExternalId: string, category: string): object => ({
      externalId,
      originExternalId,
      category,
    });
    const rows = [
      row('p-1', 'ana', 'good'),
      row('p-2', 'ana', 'worst'),
      row('p-3', 'ben', 'good'),
      row('p-4', 'ana', 'good'),
    ];
    expect(await payments(rows)).toEqual(['APPROVE', 'APPROVE', 'APPROVE', 'REJECT']);
  });

  it('matches a payment on the list to which an earlier row added its channel, regardless of spelling', async () => {
    const row = (externalId: string, channel: string, category: string): object => ({ externalId, channel, category });
    const rows = [
      row('l-1', 'kiosk', 'good'),
      row('l-2', 'Kiosk', 'told'),
      row('l-3', 'web', 'good'),
      row('l-4', 'KIOSK ', 'good'),
    ];
    expect(await payments(rows)).toEqual(['APPROVE', 'APPROVE', 'APPROVE', 'REJECT']);
  });

  it('applies a change made by an earlier entity row of a file to later rows', async () => {
    const file = 'type,name,country_code,external_id\nperson,Zoe,BR,zero\nperson,Ana,BR,first\nperson,Ben,BR,second\n';
    const call = await formCall([['people.csv', file]], {});
    const { jobId } = (await api().call('/batch-import/import/entities', call)).body;
    await waitUntil(async () => (await api().call(`/batch-import/jobs/${jobId}`)).body.job.status === 'completed');
    const { evaluations } = (await api().call('/evaluations?limit=100')).body;
    const of = (externalId: string): unknown =>
      evaluations.find((each: Body) => each.externalId === externalId)?.decision;
    expect(['zero', 'first', 'second'].map(of)).toEqual(['APPROVE', 'APPROVE', 'REVIEW_REQUIRED']);
  });
});
