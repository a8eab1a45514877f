import { createWebhook } from '../../../../test/support/create-webhook.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useReceivers } from '../../../../test/support/use-receivers.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

describe('webhook filters', () => {
  const api = useTestApi();
  const openReceiver = useReceivers();
  async function call(path: string, body?: object, method?: string): Promise<Body> {
    const answer = await api().call(path, { ...(body && { body }), ...(method && { method }) });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }
  const newEntity = async (more: object): Promise<string> =>
    ((await call('/entities', { name: 'Seen', type: 'person', ...more })).entity as { id: string }).id;

  it('filters by the entity an event concerns, even if the event does not contain it', async () => {
    const events = ['entity.deleted', 'transaction.status_changed', 'data_list.item_added'];
    const filters = { countries: ['CL'], entityTypes: ['company'] };
    const receiver = await openReceiver();
    const everything = await openReceiver();
    const asOwn = (path: string, request: object) => api().call(path, request);
    await createWebhook(asOwn, receiver.url, { events, filters });
    await createWebhook(asOwn, everything.url, { events });
    const [near, far, person] = [
      await newEntity({ type: 'company', countryCode: 'CL' }),
      await newEntity({ type: 'company', countryCode: 'AR' }),
      await newEntity({ countryCode: 'CL' }),
    ];
    const about = new Map<string, string>();
    for (const [n, entityId] of [near, far, person].entries()) {
      const payment = {
        externalId: `filtered-${n}`,
        type: 'PAYMENT',
        amount: 5,
        currency: 'USD',
        originEntityId: entityId,
      };
      const { id } = (await call('/transactions', payment)).transaction as { id: string };
      about.set(id, entityId);
      await call(`/transactions/${id}/changeStatus`, { status: 'SUSPENDED' }, 'PATCH');
      await call(`/entities/${entityId}`, undefined, 'DELETE');
    }
    const list = (await call('/data-lists', { name: 'Filtered', type: 'custom', source: 'internal' })).data.id;
    await call(`/data-lists/${String(list)}/items`, { items: [{ primaryValue: 'A-1' }] });
    await waitUntil(() => everything.received.length >= 7);
    const told = ({ body }: { readonly body: Body }): readonly unknown[] => {
      const { entityId, transactionId } = body.payload as Record<string, string>;
      return [body.event, entityId ?? about.get(transactionId ?? '')];
    };
    await waitUntil(() => receiver.received.length >= 2);
    expect(receiver.received.map(told).sort()).toEqual([
      ['entity.deleted', near],
      ['transaction.status_changed', near],
    ]);
    expect(new Set(everything.received.map(({ body }) => body.event))).toEqual(new Set(events));
  });
});
