import { Injectable } from '@nestjs/common';
import { TenantDatabase, type TransactionClient } from '../../../../platform/database/index.js';
import { notFound, atPath } from '../../../../platform/http/index.js';
import { CurrencyRates } from '../../../decisions/currency-rates/index.js';
import { setStatusByRule, describedEntity, readDescription } from '../../../parties/entities/index.js';
import type {
  EvaluatedRecord,
  EvaluatedRecords,
  FoundRecord,
  KeptOfRun,
  RecordType,
  RunnableRecord,
  RunReport,
  SentRecord,
} from '../../../decisions/evaluations/index.js';
import { withDecision, transactionMoved, ruleEvents } from '../domain/transaction-events.js';


import { type LinkedEntities, transactionSubject } from '../domain/transaction-view.js';
import { readSentTransaction, type SentTransaction } from '../dto/sent-transaction.body.js';
import {
  type LockedTransaction,
  lockTransaction,
  newestTransactions,
  takenExternalIds,
  transactionUpdate,
} from '../persistence/transaction-store.js';
import { GetTransaction } from './get-transaction.js';
import { LinkParties, newTransaction, partyEntities, withParties, withWorth } from './new-transaction.js';

import type { PartyRole } from '../domain/party-references.js';

const names: Readonly<Record<PartyRole, string>> = { origin: 'Origin', destination: 'Destination' };

/** The parties of a payment that is not stored: the stored ones, as far as nothing else is said of them. Throws 400. */
function describedParties(
  organizationId: string,
  linked: LinkedEntities,
  { described }: SentTransaction,
): LinkedEntities {
  const party = (role: PartyRole): LinkedEntities[PartyRole] => {
    const sent = described[role];
    if (!sent) return linked[role];
    const said = atPath(role, () => readDescription(sent));
    return describedEntity(linked[role], said, { organizationId, name: names[role] });
  };
  return { origin: party('origin'), destination: party('destination') };
}

/** Payments, as rules are run on them on demand: with their parties as they are now. */
@Injectable()
export class EvaluatedTransactions implements EvaluatedRecords {
  constructor(
    private readonly database: TenantDatabase,
    private readonly getTransaction: GetTransaction,
    private readonly parties: LinkParties,
    private readonly rates: CurrencyRates,
  ) {}

  async find(organizationId: string, id: string): Promise<FoundRecord> {
    const { transaction } = await this.getTransaction.run(organizationId, { id });
    const linked = await this.parties.linked(transaction);
    const queue = transaction.origin.entityId ?? transaction.id;
    return { recordType: 'transaction', queue, lock: (client) => locked(client, organizationId, id, linked) };
  }

  /** Throws 400 `INVALID_ENTITY_REFERENCES` besides. A payment takes the place of the stored one that has its external id. */
  async read(organizationId: string, { record, raw, rates }: SentRecord): Promise<RunnableRecord> {
    const client = this.database.of(organizationId);
    const sent = readSentTransaction(record);
    const { body } = sent;
    const payment = newTransaction(organizationId, { body, raw }, new Date());
    const { externalId, amount, currency, transactedAt } = payment;
    const [linkings, taken, worth] = await Promise.all([
      this.parties.all(client, organizationId, [body]),
      takenExternalIds(client, organizationId, [externalId]),
      this.rates.worth(organizationId, { amount, currency, at: transactedAt.getTime() }, rates),
    ]);
    const linking = linkings[0]!;
    if (!linking.ok) throw linking.error;
    const linked = describedParties(organizationId, linking.value, sent);
    const transaction = { ...withParties(withWorth(payment, worth), linked), id: taken.get(externalId) ?? payment.id };
    const subject = transactionSubject(transaction, linked, partyEntities(linked));
    return { recordType: 'transaction', lock: () => Promise.resolve({ subject }) };
  }

  newest(organizationId: string, _recordType: RecordType, count: number): Promise<readonly string[]> {
    return newestTransactions(this.database.of(organizationId), organizationId, count);
  }
}

async function locked(
  client: TransactionClient,
  organizationId: string,
  id: string,
  linked: LinkedEntities,
): Promise<EvaluatedRecord> {
  const found = await lockTransaction(client, organizationId, id);
  if (!found) throw notFound('Transaction');
  const { transaction } = found;
  return {
    subject: transactionSubject(transaction, linked, partyEntities(linked)),
    assigned: transaction.last?.riskMatrixIds ?? [],
    setEntityStatus: setStatusByRule,
    keep: (report) => kept(found, report),
  };
}

/** The decision of a run of one rule is not that of the payment; what the rule does to the payment is. */
function kept({ transaction, entities, hasOpenAlert }: LockedTransaction, report: RunReport): KeptOfRun {
  const { move } = report.applied;
  const decided = withDecision(transaction, report, hasOpenAlert);
  const stored = {
    ...decided,
    ...(report.decided.ruleId !== undefined && { last: transaction.last }),
    ...(move && { updatedAt: report.evaluatedAt }),
  };
  return {
    record: transactionUpdate(stored),
    events: ruleEvents({ transaction: stored, entities }, transaction.status, report),
    entries: move ? [transactionMoved(report, transaction.status, move)] : [],
  };
}
