import { Injectable } from '@nestjs/common';
import { isIP } from 'class-validator';

import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { searchPattern, searchSql, SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, invalid, selectPage, type Page } from '../../../../platform/http/index.js';
import { type AccountNumberCipher, Secrets } from '../../../../platform/secrets/index.js';
import { ReadEvaluations } from '../../../decisions/evaluations/index.js';
import type { ListTransactionsQuery, TransactionOrder } from '../dto/list-transactions.query.js';
import {
  toPartyEntities,
  toTransaction,
  transactionColumns,
  transactionTables,
  type TransactionRow,
} from '../persistence/transaction-row.js';
import { type StoredTransaction, hasExternalIdSql } from '../persistence/transaction-store.js';

/** Rows without the value come last in descending order. */
const sortColumns: Readonly<Record<TransactionOrder, { column: string; type: 'timestamptz' | 'numeric' }>> = {
  transactedAt: { column: 't.transacted_at', type: 'timestamptz' },
  createdAt: { column: 't.created_at', type: 'timestamptz' },
  amount: { column: 't.amount', type: 'numeric' },
  riskScore: { column: 'coalesce(t.risk_score, -1)', type: 'numeric' },
  lastRiskEvaluationAt: { column: `coalesce(t.last_risk_evaluation_at, '-infinity')`, type: 'timestamptz' },
};

/** `GET /transactions`. */
@Injectable()
export class ListTransactions {
  constructor(
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
    private readonly evaluations: ReadEvaluations,
  ) {}

  /** Lists transactions. Throws 403 if the query has an account number and the caller may not read account numbers. */
  async list(principal: Principal, query: ListTransactionsQuery): Promise<Page<StoredTransaction>> {
    const { organizationId } = principal;
    if (query.accountNumber !== undefined) requireSensitiveRead(principal);
    const client = this.database.forOrganization(organizationId);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const conditions = filterConditions(organizationId, query);
    addLinks(conditions, query, numbers);
    const runIds = await this.evaluations.runIdsSql(conditions, organizationId, query);
    if (runIds !== null) conditions.addRaw(`t.last_evaluation_id in (${runIds})`);
    const page = await selectPage<TransactionRow>(client, {
      list: 'transactions',
      columns: transactionColumns,
      from: transactionTables,
      conditions,
      query,
      sortBy: { ...sortColumns[query.sortBy], id: 't.id' },
      descending: query.sortOrder === 'desc',
    });
    const rows = page.rows.map((row) => ({ transaction: toTransaction(row, numbers), entities: toPartyEntities(row) }));
    return { rows, pagination: page.pagination };
  }
}

/** PostgreSQL accepts fewer offsets and years than ISO 8601 allows. */
const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Throws 403 for callers who may not read account numbers, since they may not search by them either. */
function requireSensitiveRead({ scopes }: Principal): void {
  if (hasPermission(scopes, 'entities:read_sensitive')) return;
  throw new ApiError(
    'FORBIDDEN',
    'The request lacks the permission entities:read_sensitive, which is required to search by account number',
    { requiredPermission: 'entities:read_sensitive' },
  );
}

/**
 * Adds conditions on values that link payments. Each uses an index, even under row-level security. Throws 400 if the IP address is invalid.
 */
function addLinks(conditions: SqlConditions, query: ListTransactionsQuery, numbers: AccountNumberCipher): void {
  const { deviceId, ipAddress, accountNumber, cardFingerprint } = query;
  if (ipAddress !== undefined && (!isIP(ipAddress) || ipAddress.includes('%')))
    throw invalid({ ipAddress: 'must be an IPv4 or IPv6 address' });
  const account = accountNumber && numbers.tokenOf('transactions.details', accountNumber);
  conditions
    .add('t.device_id = ?', deviceId)
    .add('t.device_address = address_of(?)', ipAddress)
    .add('t.origin_account = ? or t.destination_account = ?', account)
    .add('t.origin_card = ? or t.destination_card = ?', cardFingerprint);
}

function filterConditions(organizationId: string, query: ListTransactionsQuery): SqlConditions {
  return new SqlConditions(organizationId, 't.organization_id')
    .add('t.type = any(?)', query.type)
    .add('t.status = any(?)', query.status)
    .add('t.payment_method = any(?)', query.paymentMethod)
    .add('t.currency = upper(?)', query.currency)
    .add('t.channel = ?', query.channel)
    .add('t.reason = any(?)', query.reason)
    .add('t.decision = any(?)', query.decision)
    .add(hasExternalIdSql('?'), query.externalId)
    .add('t.origin_entity_id = ?::uuid or t.destination_entity_id = ?::uuid', query.entityId)
    .add('t.origin_entity_id = ?::uuid', query.originEntityId)
    .add('t.destination_entity_id = ?::uuid', query.destinationEntityId)
    .add('t.amount >= ?::numeric', query.amountMin)
    .add('t.amount <= ?::numeric', query.amountMax)
    .add('t.transacted_at >= ?', toDate(query.transactedFrom))
    .add('t.transacted_at <= ?', toDate(query.transactedTo))
    .add('t.created_at >= ?', toDate(query.createdFrom))
    .add('t.created_at <= ?', toDate(query.createdTo))
    .add('t.last_risk_evaluation_at >= ?', toDate(query.lastRiskEvaluationFrom))
    .add('t.last_risk_evaluation_at <= ?', toDate(query.lastRiskEvaluationTo))
    .add('t.risk_score >= ?', query.riskScoreMin)
    .add('t.flagged = ?', query.flagged)
    .add(
      searchSql('t.external_id', 't.description', 't.origin_name', 't.destination_name'),
      searchPattern(query.search),
    );
}
