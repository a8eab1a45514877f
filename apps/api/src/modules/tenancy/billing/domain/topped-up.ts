import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { Balance } from './ledger-entry.js';
import type { NewTopUp } from './top-up.js';

/** Returns the event for a completed top-up. */
export const toppedUp = (
  organizationId: string,
  { id, amountCents, reference }: Pick<NewTopUp, 'amountCents' | 'reference'> & { readonly id: string },
  { balanceCents, availableCents, thresholdCents }: Balance & { readonly thresholdCents: number },
): OutboxEvent => ({
  organizationId,
  event: 'billing.topped_up',
  payload: { topUp: { id, amountCents, reference, status: 'completed' }, balanceCents, availableCents, thresholdCents },
});
