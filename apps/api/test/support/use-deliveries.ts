import { inTransaction } from '../../src/platform/database/index.js';
import { writeEvents } from '../../src/platform/outbox/index.js';
import { createWebhook, type CreatedWebhook } from './create-webhook.js';
import type { Body } from './start-test-api.js';
import { waitUntil } from './wait-until.js';
import { useReceivers } from './use-receivers.js';
import { useOwnTestApi } from './use-test-api.js';
import type { Received, Receiver } from './webhook-receiver.js';

/** Provides a server whose webhooks are deleted after each test, receivers on this machine, and operations for both. */
export function useDeliveries() {
  const api = useOwnTestApi();
  const openReceiver = useReceivers();
  afterEach(async () => void (await api().pool.query('delete from webhooks')));

  const announce = (event: string, payload: object, of?: string): Promise<void> => {
    const organizationId = of ?? api().production.organizationId;
    return inTransaction(api().pool, null, (client) => writeEvents(client, [{ organizationId, event, payload }]));
  };
  const deliveriesOf = async ({ id }: CreatedWebhook, query = '', key = api().production.key): Promise<Body[]> => {
    const answer = await api().call(`/webhook-config/${id}/deliveries${query}`, { key });
    expect(answer.status).toBe(200);
    return (answer.body as { deliveries: Body[] }).deliveries;
  };
  return {
    api,
    openReceiver,
    announce,
    deliveriesOf,
    anAlert: (number = 1): Promise<void> => announce('alert.created', { number }),
    made: (url: string, more: object = {}): Promise<CreatedWebhook> =>
      createWebhook((path, call) => api().call(path, call), url, more),
    received: async ({ received: all }: Receiver, count: number): Promise<readonly Received[]> => {
      await waitUntil(() => all.length >= count);
      return all;
    },
    /** Returns the newest delivery as soon as it has the status. */
    first: async (webhook: CreatedWebhook, status: string): Promise<Body> => {
      await waitUntil(
        async () => ((await deliveriesOf(webhook))[0] as { status: string } | undefined)?.status === status,
      );
      return (await deliveriesOf(webhook))[0];
    },
    /** Makes the next attempt due immediately. */
    makeDue: ({ id }: CreatedWebhook) =>
      api().pool.query('update webhook_queue set due_at = now() where webhook_id = $1 and due_at > now()', [id]),
    /** Returns the row of the webhook. */
    stateOf: async ({ id }: CreatedWebhook): Promise<Body> =>
      (await api().pool.query('select * from webhooks where id = $1', [id])).rows[0],
  };
}
