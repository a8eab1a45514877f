import { decisions, paymentMethods, transactionReasons, transactionStatuses, transactionTypes } from '@tamis/library';

import { type FoundOutcome, outcomeFilters } from '../../../decisions/evaluations/index.js';
import {
  EnumField,
  InstantField,
  PageQuery,
  QueryBoolean,
  QueryEnumList,
  QueryNumber,
  TextField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

const transactionOrders = ['transactedAt', 'createdAt', 'amount', 'riskScore', 'lastRiskEvaluationAt'] as const;
export type TransactionOrder = (typeof transactionOrders)[number];

const decimal = {
  max: 37,
  pattern: /^\d{1,18}(\.\d{1,18})?$/,
  patternMessage: '$property must be a number with at most 18 digits before and 18 after the point',
} as const;

/** Limits of the texts that link payments. Longer texts are not indexed. */
const linkText = { min: 1, max: limits.externalIdCharacters } as const;

/** Query of `GET /transactions`. All ranges are inclusive. */
export class ListTransactionsQuery extends PageQuery {
  @QueryEnumList(transactionTypes, 'TransactionType') type?: string[];
  @QueryEnumList(transactionStatuses, 'TransactionStatus') status?: string[];
  @QueryEnumList(paymentMethods, 'PaymentMethod') paymentMethod?: string[];
  @TextField({ min: 3, max: 4 }) currency?: string;
  @TextField({ max: 50 }) channel?: string;
  @QueryEnumList(transactionReasons, 'TransactionReason') reason?: string[];
  @QueryEnumList(decisions, 'Decision') decision?: string[];
  @TextField({ min: 1, max: limits.externalIdCharacters }) externalId?: string;
  @UuidField({ description: 'Either side' }) entityId?: string;
  @UuidField() originEntityId?: string;
  @UuidField() destinationEntityId?: string;
  @TextField({ ...linkText, description: '`deviceDetails.deviceId`' }) deviceId?: string;
  @TextField({ max: 45, description: '`deviceDetails.ipAddress`, in any notation' }) ipAddress?: string;
  @TextField({ ...linkText, description: 'Of either party, as it was sent; requires `entities:read_sensitive`' })
  accountNumber?: string;
  @TextField({ ...linkText, description: 'Of either party' }) cardFingerprint?: string;
  @UuidField({ description: 'A rule that hit or was unknown in the last evaluation' }) ruleId?: string;
  @EnumField(outcomeFilters, 'FoundOutcome', {
    description:
      'Of the last evaluation. With `ruleId`: what became of it. Without: `hit` or `unknown` where some rule came to it, `no_hit` where none was a hit',
  })
  outcome?: FoundOutcome;
  // Kept as text, because a double could not represent every bound.
  @TextField(decimal) amountMin?: string;
  @TextField(decimal) amountMax?: string;
  @InstantField() transactedFrom?: string;
  @InstantField() transactedTo?: string;
  @InstantField() createdFrom?: string;
  @InstantField() createdTo?: string;
  @InstantField() lastRiskEvaluationFrom?: string;
  @InstantField() lastRiskEvaluationTo?: string;
  @QueryNumber({ min: 0, max: 100 }) riskScoreMin?: number;
  @QueryBoolean() flagged?: boolean;
  @TextField({ min: 1, max: 200, description: 'In external id, description and names' }) search?: string;
  @EnumField(transactionOrders, 'TransactionOrder') sortBy: TransactionOrder = 'transactedAt';
  @EnumField(['asc', 'desc'], 'SortOrder') sortOrder: 'asc' | 'desc' = 'desc';
}
