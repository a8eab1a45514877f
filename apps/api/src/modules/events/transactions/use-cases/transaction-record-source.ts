import { Injectable } from '@nestjs/common';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound, atPath } from '../../../../platform/http/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { CurrencyRates } from '../../../decisions/currency-rates/index.js';
import { applyDescription, readDescription } from '../../../parties/entities/index.js';
import type {
  EvaluatedRecord,
  RecordSource,
  StoredRecord,
  RecordChanges,
  RecordType,
  EvaluableRecord,
  EvaluationReport,
  UnsavedRecord,
} from '../../../decisions/evaluations/index.js';
import { withDecision, transactionStatusChangedByRule, ruleEvents } from '../domain/transaction-events.js';

import type { LinkedEntities } from '../domain/transaction.js';
import { transactionSubject } from '../domain/transaction-view.js';
import { parseUnsavedTransaction, type UnsavedTransaction } from '../dto/sent-transaction.body.js';
import {
  type LockedTransaction,
  lockTransaction,
  findNewestTransactionIds,
  findTransactionIdsByExternalId,
  transactionUpdate,
} from '../persistence/transaction-store.js';
import { GetTransaction } from './get-transaction.js';
import { LinkParties, newTransaction, partyEntities, withParties, withConversions } from './new-transaction.js';

import type { PartyRole } from '../domain/party-references.js';

const roleNames: Readonly<Record<PartyRole, string>> = { origin: 'Origin', destination: 'Destination' };

/**
 * Returns the parties of a payment that is not stored: the stored entities, overridden by the description in the request. Throws 400 if a
 * description is invalid.
 */
function resolveUnsavedParties(
  organizationId: string,
  linked: LinkedEntities,
  { described }: UnsavedTransaction,
): LinkedEntities {
  const party = (role: PartyRole): LinkedEntities[PartyRole] => {
    const sent = described[role];
    if (!sent) return linked[role];
    const said = atPath(role, () => readDescription(sent));
    return applyDescription(linked[role], said, { organizationId, name: roleNames[role] });
  };
  return { origin: party('origin'), destination: party('destination') };
}

/** Provides payments for evaluation on demand, with the current data of their parties. */
@Injectable()
export class TransactionRecordSource implements RecordSource {
  constructor(
    private readonly database: TenantDatabase,
    private readonly getTransaction: GetTransaction,
    private readonly parties: LinkParties,
    private readonly rates: CurrencyRates,
    private readonly secrets: Secrets,
  ) {}

  async find(organizationId: string, id: string): Promise<StoredRecord> {
    const { transaction } = await this.getTransaction.get(organizationId, { id });
    const linked = await this.parties.findLinked(transaction);
    const queue = transaction.origin.entityId ?? transaction.id;
    return {
      recordType: 'transaction',
      queueKey: queue,
      lock: async (client) => {
        const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
        const found = await lockTransaction(client, organizationId, id, numbers);
        if (!found) throw notFound('Transaction');
        return toEvaluatedRecord(found, linked);
      },
    };
  }

  /** Also throws 400 `INVALID_ENTITY_REFERENCES`. The payment replaces the stored one with the same external id. */
  async read(organizationId: string, { record, raw, rates }: UnsavedRecord): Promise<EvaluableRecord> {
    const client = this.database.forOrganization(organizationId);
    const sent = parseUnsavedTransaction(record);
    const { body } = sent;
    const payment = newTransaction(organizationId, { body, raw }, new Date());
    const { externalId, amount, currency, transactedAt } = payment;
    const [linkings, taken, worth] = await Promise.all([
      this.parties.linkAll(client, organizationId, [body]),
      findTransactionIdsByExternalId(client, organizationId, [externalId]),
      this.rates.convert(organizationId, { amount, currency, at: transactedAt.getTime() }, rates),
    ]);
    const linking = linkings[0]!;
    if (!linking.ok) throw linking.error;
    const linked = resolveUnsavedParties(organizationId, linking.value, sent);
    const transaction = {
      ...withParties(withConversions(payment, worth), linked),
      id: taken.get(externalId) ?? payment.id,
    };
    const subject = transactionSubject(transaction, linked, partyEntities(linked));
    return { recordType: 'transaction', lock: () => Promise.resolve({ subject }) };
  }

  newest(organizationId: string, _recordType: RecordType, count: number): Promise<readonly string[]> {
    return findNewestTransactionIds(this.database.forOrganization(organizationId), organizationId, count);
  }
}

function toEvaluatedRecord(found: LockedTransaction, linked: LinkedEntities): EvaluatedRecord {
  const { transaction } = found;
  return {
    subject: transactionSubject(transaction, linked, partyEntities(linked)),
    matrices: { assigned: [], last: transaction.last?.riskMatrixIds ?? [] },
    keep: (report) => toRecordChanges(found, report),
  };
}

/**
 * Returns the changes to a payment. The decision of evaluating a single rule does not become that of the payment, but the rule's effects on
 * the payment are kept.
 */
function toRecordChanges(
  { transaction, entities, hasOpenAlert }: LockedTransaction,
  report: EvaluationReport,
): RecordChanges {
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
    entries: move ? [transactionStatusChangedByRule(report, transaction.status, move)] : [],
  };
}
