import type { OutboxEvent } from '../../../../platform/outbox/index.js';

interface SimulatedDelivery {
  readonly webhookId: string;
  /** Whose webhook it is. */
  readonly webhookOrganizationId: string;
  readonly eventId: string;
  readonly event: string;
  readonly body: string;
}

/** What listeners of a webhook of a sandbox are sent in place of its receiver. `body` is text, so that it is the same to the byte. */
export const simulatedEvent = (delivery: SimulatedDelivery): OutboxEvent => {
  const { webhookId, webhookOrganizationId: organizationId, eventId, event, body } = delivery;
  const told = { organizationId, timestamp: new Date().toISOString(), webhookId, eventId, event, body };
  return { organizationId, event: 'webhook-delivery:simulated', payload: told };
};
