import { Injectable } from '@nestjs/common';

import { type DeferredStatement, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import type { Balance, NewEntry, ReserveOutcome } from '../domain/ledger-entry.js';
import { findAccount } from '../persistence/billing-store.js';
import { postEntries, postingStatement, reservingStatement } from '../persistence/post-entries.js';

/** One execution of an integration. */
export interface BilledExecution {
  readonly organizationId: string;
  readonly executionId: string;
}

/** The expected cost of an execution. */
export interface Reservation extends BilledExecution {
  readonly integrationCode: string;
  /** `null` if it is not for a stored entity. */
  readonly entityId: string | null;
  /** `null` if a person or the server itself made the request. */
  readonly apiKeyId: string | null;
  /** 0 if it is free, but it is still counted in the usage. */
  readonly amountCents: number;
}

/**
 * Money of organizations, used inside the transactions that spend it. Every posting locks the balance row of its organization until the
 * transaction ends, so it must come last, followed only by `recordAudit`. This order is used everywhere, so that transactions cannot
 * deadlock. Repeating a call with the same amount changes nothing.
 */
@Injectable()
export class Ledger {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Reserves the total cost of executions, which must all belong to one organization, as in the following methods. If the balance is
   * insufficient, nothing is written.
   */
  async reserve(client: Transaction, reservations: readonly Reservation[]): Promise<ReserveOutcome> {
    const [first] = reservations;
    if (!first) return 'reserved';
    const posted = await postEntries(client, first.organizationId, reservations.map(reserveEntry));
    if (posted.isPosted) return 'reserved';
    return { insufficient: true, availableCents: posted.availableCents, neededCents: posted.neededCents };
  }

  /**
   * Like `reserve`, but without waiting for the result: if the balance is insufficient, the transaction throws an error for which
   * `isOutOfMoney` is true.
   */
  reserveAll(client: Transaction, reservations: readonly Reservation[]): void {
    const [first] = reservations;
    if (first) client.enqueue(reservingStatement(first.organizationId, reservations.map(reserveEntry)));
  }

  /**
   * Charges what was reserved, in full: any other amount makes the transaction fail. Executions that settle in one transaction use a single
   * statement, together with those that are released.
   */
  charge(client: Transaction, charges: readonly (BilledExecution & { readonly amountCents: number })[]): Promise<void> {
    return settle(client, charges, ({ executionId, amountCents }) => ({
      kind: 'charge',
      reference: executionId,
      amountCents,
    }));
  }

  /** Releases what was reserved for executions that turned out to cost nothing. */
  release(client: Transaction, executions: readonly BilledExecution[]): Promise<void> {
    return settle(client, executions, ({ executionId }) => ({ kind: 'release', reference: executionId }));
  }

  async balance(organizationId: string): Promise<Balance> {
    const account = await findAccount(this.database.forOrganization(organizationId), organizationId);
    const { balanceCents = 0, reservedCents = 0, availableCents = 0 } = account ?? {};
    return { balanceCents, reservedCents, availableCents };
  }
}

const reserveEntry = ({ organizationId: _, ...entry }: Reservation): NewEntry => ({
  kind: 'reserve',
  reference: entry.executionId,
  ...entry,
});

async function settle<Settled extends BilledExecution>(
  client: Transaction,
  executions: readonly Settled[],
  entryOf: (execution: Settled) => NewEntry,
): Promise<void> {
  const [first] = executions;
  if (first) await client.atCommit(first.organizationId, executions.map(entryOf), sendEntries);
}

const sendEntries: DeferredStatement<NewEntry> = async (client, organizationId, entries) =>
  client.enqueue(postingStatement(organizationId, entries));
