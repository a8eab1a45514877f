import type { OutboxEvent } from '../../../../platform/outbox/index.js';

interface SimulatedDelivery {
  readonly webhookId: string;
  /** Organization that owns the webhook. */
  readonly webhookOrganizationId: string;
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
}

/**
 * Returns the event that listeners of a sandbox webhook receive instead of its receiver. `body` is text, so that it is identical to the
 * byte.
 */
export const simulatedEvent = (delivery: SimulatedDelivery): OutboxEvent => {
  const { webhookId, webhookOrganizationId: organizationId, eventId, event, body } = delivery;
  const told = { organizationId, timestamp: new Date().toISOString(), webhookId, eventId, event, body };
  return { organizationId, event: 'webhook-delivery:simulated', payload: told };
};
