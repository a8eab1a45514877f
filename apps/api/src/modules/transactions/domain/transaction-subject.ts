import { transactionMovesFrom } from '@tamis/library';

import { rawNumber, stringifyJson } from '../../../platform/http/index.js';
import { type EntityAccounts, type RunSubject, type SubjectEntity, withAccounts } from '../../evaluations/index.js';
import { type LinkedEntities, transactionContext } from './transaction-context.js';
import { transactionContextJson } from './transaction-view.js';
import type { PartyEntities, Transaction } from './transaction.js';

/** A payment as rules are run on it. */
export function transactionSubject(
  transaction: Transaction,
  linked: LinkedEntities,
  entities: PartyEntities,
): RunSubject {
  const { id, externalId, type, status, amount, currency } = transaction;
  const contextWith = (accounts: EntityAccounts): string =>
    transactionContextJson(transaction, entities, {
      origin: stringifyJson(withAccounts(linked.origin, accounts)),
      destination: stringifyJson(withAccounts(linked.destination, accounts)),
    });
  return {
    organizationId: transaction.organizationId,
    recordType: 'transaction',
    recordId: id,
    externalId,
    contextJson: contextWith(new Map()),
    context: () => transactionContext(transaction, entities, linked),
    contextWith,
    shown: { id, externalId, type, status, amount: rawNumber(amount), currency },
    entity: subjectEntity(linked.origin ?? linked.destination),
    entityIds: [linked.origin?.id, linked.destination?.id].filter((each) => each !== undefined),
    now: transaction.transactedAt,
    moves: { from: status, mayMove: (from, to) => transactionMovesFrom(from).includes(to) },
  };
}

const subjectEntity = (entity: LinkedEntities['origin']): SubjectEntity | null =>
  entity && {
    id: entity.id,
    externalId: entity.externalId,
    name: entity.name,
    type: entity.type,
    riskScore: entity.riskScore,
    status: entity.status,
    taxId: entity.taxId,
    countryCode: entity.countryCode,
  };
