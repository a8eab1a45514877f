import { failure, ok, type Result } from '@tamis/stdx';

import { byAdministration, recordAudit } from '../../../../platform/audit/index.js';
import { inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import type { Balance, NewEntry } from '../domain/ledger-entry.js';
import { ledgerProblem } from '../domain/ledger-problem.js';
import { toppedUp } from '../domain/topped-up.js';
import { findAccount, findTopUp } from '../persistence/billing-store.js';
import { type Posted, postEntries } from '../persistence/post-entries.js';

/** A manual booking for an organization by the administrator of the server. */
export type Booking = { readonly organizationId: string; readonly reason: string } & (
  | { readonly kind: 'confirm'; readonly topUpId: string }
  // The second refund of an execution has the number 2, so that repeating a command refunds nothing twice.
  | { readonly kind: 'refund'; readonly executionId: string; readonly number: number; readonly amountCents: number }
  | { readonly kind: 'adjust'; readonly reference: string; readonly amountCents: number }
);

/**
 * Books it with its audit entry. Repeating it does not change the balance but is recorded again. Fails with the reason if it is not
 * possible.
 */
export async function bookByHand(pool: PgPool, booking: Booking): Promise<Result<Balance, string>> {
  const { organizationId } = booking;
  try {
    return await inTransaction(pool, organizationId, async (client) => {
      // Locked, so that of two confirmations at the same time one sees what the other has booked.
      if (!(await findAccount(client, organizationId, 'locked')))
        return failure(`organization ${organizationId} does not exist`);
      return booking.kind === 'confirm'
        ? confirmTopUp(client, booking)
        : ok(balanceOf(await post(client, booking, entryOf(booking))));
    });
  } catch (error) {
    const problem = ledgerProblem(error);
    if (problem === null) throw error;
    return failure(problem);
  }
}

function entryOf(booking: Exclude<Booking, { kind: 'confirm' }>): NewEntry {
  const { reason: description, amountCents } = booking;
  if (booking.kind === 'adjust') return { kind: 'adjustment', reference: booking.reference, amountCents, description };
  const { executionId, number } = booking;
  return { kind: 'refund', reference: `${executionId} ${number}`, executionId, amountCents, description };
}

async function confirmTopUp(
  client: Transaction,
  booking: Extract<Booking, { kind: 'confirm' }>,
): Promise<Result<Balance, string>> {
  const { organizationId, topUpId, reason } = booking;
  const topUp = await findTopUp(client, organizationId, topUpId);
  if (!topUp) return failure(`top-up ${topUpId} does not exist`);
  const entry = { kind: 'top_up', reference: topUpId, amountCents: topUp.amountCents, description: reason } as const;
  const posted = await post(client, booking, entry);
  if (topUp.status === 'pending') await writeEvents(client, [toppedUp(organizationId, topUp, posted)]);
  return ok(balanceOf(posted));
}

const balanceOf = ({ balanceCents, reservedCents, availableCents }: Posted): Balance => ({
  balanceCents,
  reservedCents,
  availableCents,
});

async function post(client: Transaction, booking: Booking, entry: NewEntry): Promise<Posted> {
  const { organizationId, reason, kind } = booking;
  const posted = await postEntries(client, organizationId, [entry]);
  await recordAudit(client, byAdministration(organizationId), [
    {
      event: `billing_${kind}`,
      resourceType: 'organization',
      resourceId: organizationId,
      summary: `${entry.kind} of ${entry.amountCents} cents: ${entry.reference}`,
      reason,
      changes: { balanceCents: { previous: null, current: posted.balanceCents } },
    },
  ]);
  return posted;
}
