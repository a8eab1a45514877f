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

/** What an execution is to cost. */
export interface Reservation extends BilledExecution {
  readonly integrationCode: string;
  /** Null: it is for no stored entity. */
  readonly entityId: string | null;
  /** Null: a person asked, or the server itself. */
  readonly apiKeyId: string | null;
  /** 0: it is free, and counted in the usage all the same. */
  readonly amountCents: number;
}

/**
 * The money of organizations, inside the transactions of those who spend it. Whatever a transaction posts locks the one balance row of
 * its organization until it ends, so it comes last, before `recordAudit` alone: an order that all keep, so that none waits for another
 * in a circle. To call again with the same amount changes nothing.
 */
@Injectable()
export class Ledger {
  constructor(private readonly database: TenantDatabase) {}

  /** Sets aside what executions cost together, all of one organization, as in all that follows; where the balance does not suffice, nothing is written. */
  async reserve(client: Transaction, reservations: readonly Reservation[]): Promise<ReserveOutcome> {
    const [first] = reservations;
    if (!first) return 'reserved';
    const posted = await postEntries(client, first.organizationId, reservations.map(reserveEntry));
    if (posted.isPosted) return 'reserved';
    return { insufficient: true, availableCents: posted.availableCents, neededCents: posted.neededCents };
  }

  /** As `reserve`, without waiting for the answer: the transaction throws an error that `isOutOfMoney` where the balance does not suffice. */
  reserveAll(client: Transaction, reservations: readonly Reservation[]): void {
    const [first] = reservations;
    if (first) client.enqueue(reservingStatement(first.organizationId, reservations.map(reserveEntry)));
  }

  /**
   * Spends what was reserved, all of it: another amount is an error of the transaction. Executions that settle in one transaction are
   * one statement, also with those that are released.
   */
  charge(client: Transaction, charges: readonly (BilledExecution & { readonly amountCents: number })[]): Promise<void> {
    return settle(client, charges, ({ executionId, amountCents }) => ({
      kind: 'charge',
      reference: executionId,
      amountCents,
    }));
  }

  /** Gives back what was reserved for executions that cost nothing in the end. */
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
