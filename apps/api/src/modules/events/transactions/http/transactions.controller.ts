import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ResponseBufferPool,
  ApiErrors,
  RawJson,
  RouteSettings,
  UuidParam,
  Query,
} from '../../../../platform/http/index.js';
import {
  CurrentIdempotentRequest,
  type IdempotentRequest,
  Post,
  PostBody,
} from '../../../../platform/idempotency/index.js';
import { limits } from '../../../../platform/limits.js';
import { evaluationResponseChunks } from '../../../decisions/evaluations/index.js';
import { transactionItemJson, transactionViewJson } from '../domain/transaction-view.js';
import { accountNumbersFor, withAccountNumbers } from '../../../../platform/account-numbers/index.js';
import type { TransactionKey } from '../persistence/transaction-store.js';
import { CreateTransaction } from '../use-cases/create-transaction.js';
import type { CreatedTransaction } from '../use-cases/create-transaction-group.js';

import { GetTransaction } from '../use-cases/get-transaction.js';
import { ListTransactions } from '../use-cases/list-transactions.js';
import { CreateTransactionBody, CreateTransactionQuery, ReadTransactionQuery } from '../dto/transaction.bodies.js';

import { ListTransactionsQuery } from '../dto/list-transactions.query.js';

import { createTransactionExamples } from './transaction-examples.js';
import { CreatedTransactionDto, TransactionDto, TransactionListDto } from '../dto/transaction.dto.js';

@ApiTags('transactions')
@Controller('transactions')
export class TransactionsController {
  private readonly idempotentResponses = new ResponseBufferPool(limits.reusedResponse);

  constructor(
    private readonly createTransaction: CreateTransaction,
    private readonly getTransaction: GetTransaction,
    private readonly listTransactions: ListTransactions,
  ) {}

  /** Stores a payment with the decision of the current rules. */
  @Post()
  @ApiOperation({ summary: 'Store a transaction and decide on it' })
  @RequirePermission('transactions:create')
  @RouteSettings({ exactMembers: ['amount'] })
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiBody({ type: CreateTransactionBody, examples: createTransactionExamples })
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_ENTITY_REFERENCES',
    'DUPLICATE_EXTERNAL_ID',
    'RISK_MATRIX_NOT_FOUND',
    'SHARED_RESOURCE_NOT_ENABLED',
    'PARTY_BLOCKED',
    'CREATION_CONTRACT_QUOTA_EXCEEDED',
    'SERVICE_UNAVAILABLE',
  )
  @ApiCreatedResponse({ type: CreatedTransactionDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateTransactionBody,
    @Query() query: CreateTransactionQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentIdempotentRequest() key: IdempotentRequest | undefined,
  ): Promise<Buffer> {
    const { id: requestId, rawBody: raw = '{}' } = request;
    const answer = (created: CreatedTransaction): readonly Uint8Array[] =>
      toResponse(principal, created, query.summary, requestId);
    const once = key && { key, answer: (created: CreatedTransaction) => Buffer.concat(answer(created)).toString() };
    const created = await this.createTransaction.create({
      principal,
      body,
      raw,
      requestId,
      ...(once && { idempotency: once }),
    });
    return this.idempotentResponses.concat(answer(created), reply.raw);
  }

  @Get()
  @ApiOperation({ summary: 'List transactions' })
  @RequirePermission('transactions:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: TransactionListDto })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListTransactionsQuery,
  ): Promise<TransactionListDto> {
    const { rows, pagination } = await this.listTransactions.list(principal, query);
    const shown = accountNumbersFor(principal);
    const transactions = rows.map(
      ({ transaction, entities }) => new RawJson(transactionItemJson(transaction, entities, shown)),
    );
    return { success: true, transactions, pagination };
  }

  @Get('external/:externalId')
  @ApiOperation({ summary: 'Read a transaction by external id' })
  @RequirePermission('transactions:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: TransactionDto })
  getByExternalId(
    @CurrentPrincipal() principal: Principal,
    @Param('externalId') externalId: string,
    @Query() query: ReadTransactionQuery,
  ): Promise<TransactionDto> {
    return this.get(principal, { externalId }, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a transaction' })
  @RequirePermission('transactions:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: TransactionDto })
  getById(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Transaction') id: string,
    @Query() query: ReadTransactionQuery,
  ): Promise<TransactionDto> {
    return this.get(principal, { id }, query);
  }

  private async get(
    principal: Principal,
    by: TransactionKey,
    { includeRulesSummary }: ReadTransactionQuery,
  ): Promise<TransactionDto> {
    const found = await this.getTransaction.get(principal.organizationId, by);
    const summary = includeRulesSummary === 'full' ? await this.getTransaction.summary(principal, found) : null;
    return {
      success: true,
      transaction: new RawJson(transactionViewJson(found.transaction, found.entities, accountNumbersFor(principal))),
      persisted: summary === null ? {} : { rulesExecutionSummary: new RawJson(summary) },
      baseCurrency: 'USD',
    };
  }
}

/** Returns byte chunks rather than an object or a text: a summary of a thousand rules is copied once and never traversed. */
function toResponse(
  principal: Principal,
  { json, report }: CreatedTransaction,
  detail: CreateTransactionQuery['summary'],
  requestId: string,
): readonly Uint8Array[] {
  const head = `{"success":true,"transaction":${withAccountNumbers(json, accountNumbersFor(principal))}`;
  const tail = `,"requestId":${JSON.stringify(requestId)}}`;
  if (!report) return [Buffer.from(head + tail)];
  return [Buffer.from(`${head},`), ...evaluationResponseChunks(principal, report, detail), Buffer.from(tail)];
}
