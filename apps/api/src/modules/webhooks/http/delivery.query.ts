import { EnumField, InstantField, withPages } from '../../../platform/http/index.js';
import { type DeliveryStatus, deliveryStatuses } from '../domain/delivery.js';
import { webhookEvents } from '../domain/webhook-events.js';

const eventNames = webhookEvents.map(({ name }) => name);

class DeliveryFilters {
  @EnumField(deliveryStatuses, 'DeliveryStatus') status?: DeliveryStatus;
  @EnumField(eventNames, 'WebhookEventName') event?: string;
  @InstantField({ description: 'inclusive, of when it was made' }) from?: string;
  @InstantField({ description: 'inclusive, of when it was made' }) to?: string;
}

/** Query of `GET /webhook-config/{id}/deliveries`. */
export class DeliveriesQuery extends withPages(DeliveryFilters) {}

/** Body of `POST /webhook-config/{id}/test`. */
export class TestWebhookBody {
  @EnumField(eventNames, 'WebhookEventName', { description: 'Default: the first that the webhook is sent' })
  event?: string;
}
