import type { Context } from '@tamis/engine';
import { transactionMovesFrom } from '@tamis/library';

import { rawNumber, stringifyJson } from '../../../../platform/http/index.js';
import type { EntityContext } from '../../../parties/entities/index.js';
import { type EntityAccounts, type RunSubject, type SubjectEntity, withAccounts } from '../../../decisions/evaluations/index.js';
import { transactionContextJson, transactionRecordJson } from './transaction-view.js';
import type { PartyEntities, Transaction } from './transaction.js';

/** The entities a payment was linked to. */
export interface LinkedEntities {
  readonly origin: EntityContext | null;
  readonly destination: EntityContext | null;
}

/** A payment as rules are run on it. */
export function transactionSubject(
  transaction: Transaction,
  linked: LinkedEntities,
  entities: PartyEntities,
): RunSubject {
  const { id, externalId, type, status, amount, currency } = transaction;
  const record = transactionRecordJson(transaction, entities);
  const contextWith = (accounts: EntityAccounts): string =>
    transactionContextJson(record, {
      origin: stringifyJson(withAccounts(linked.origin, accounts)),
      destination: stringifyJson(withAccounts(linked.destination, accounts)),
    });
  return {
    organizationId: transaction.organizationId,
    recordType: 'transaction',
    recordId: id,
    externalId,
    contextJson: contextWith(new Map()),
    // The entities are there as `JSON.parse` would read them.
    context: () =>
      Object.assign(JSON.parse(record) as Context, {
        originEntity: linked.origin,
        destinationEntity: linked.destination,
      }),
    contextWith,
    shown: { id, externalId, type, status, amount: rawNumber(amount), currency },
    entity: subjectEntity(linked.origin ?? linked.destination),
    entityIds: [linked.origin?.id, linked.destination?.id].filter((each) => each !== undefined),
    now: transaction.transactedAt,
    moves: { from: status, mayMove: (from, to) => transactionMovesFrom(from).includes(to) },
  };
}

const subjectEntity = (entity: EntityContext | null): SubjectEntity | null =>
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
