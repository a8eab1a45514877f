import { type Asked, readAsked } from '../../../data/asked.js';

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'exhausted', 'simulated'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const webhookDialogs = ['rotate', 'delete'] as const;
export type WebhookDialog = (typeof webhookDialogs)[number];

/** The state of the list of webhooks. */
export const readWebhooksSearch = ({ ask }: Readonly<Record<string, unknown>>): Asked<'new'> => readAsked(ask, ['new']);

/** The filter of the deliveries of a webhook, as stored in the address. */
export interface DeliveriesSearch extends Asked<WebhookDialog> {
  readonly status?: DeliveryStatus;
  readonly cursor?: string;
  /** The delivery that is open next to the list. */
  readonly open?: string;
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const mostCursor = 500;

export function readDeliveriesSearch(given: Readonly<Record<string, unknown>>): DeliveriesSearch {
  const { cursor, open, ask } = given;
  const status = deliveryStatuses.find((each) => each === given['status']);
  return {
    ...(status && { status }),
    ...(typeof cursor === 'string' && cursor !== '' && cursor.length <= mostCursor && { cursor }),
    ...(typeof open === 'string' && id.test(open) && { open }),
    ...readAsked(ask, webhookDialogs),
  };
}
