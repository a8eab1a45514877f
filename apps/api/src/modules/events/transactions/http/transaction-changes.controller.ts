import { Body, Controller, Param, Patch, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  RawJson,
  RouteSettings,
  UuidParam,
  invalid,
  memberText,
  BooleanField,
  EnumField,
  IgnoreUnknownFields,
  JsonObjectField,
  NestedField,
  QueryBoolean,
  TextField,
  BodyExample,
  Query,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { evaluationResponse, maskedResponse } from '../../../decisions/evaluations/index.js';
import { transactionViewJson } from '../domain/transaction-view.js';
import { accountNumbersFor, withAccountNumbers } from '../../../../platform/account-numbers/index.js';
import type { TransactionKey } from '../persistence/transaction-store.js';
import { ChangeStatus } from '../use-cases/change-status.js';
import { PatchTransaction } from '../use-cases/patch-transaction.js';
import { ChangedStatusDto, PatchedTransactionDto } from '../dto/transaction.dto.js';
import type { TransactionPatch } from '../domain/transaction-patch.js';
import { transactionReasons, transactionStatuses } from '@tamis/library';
import { limits } from '../../../../platform/limits.js';
import { DeviceDetailsBody } from '../../../parties/devices/index.js';

const merged = 'merged into the stored object, key by key at the top level';

/** Body of `PATCH /transactions/{id}`. At least one field is required. */
@ChangeBody()
@IgnoreUnknownFields()
class PatchTransactionBody {
  @JsonObjectField({ description: merged, example: { orderId: 'A-7' } }) metadata?: object;
  @NestedField(() => DeviceDetailsBody, { description: merged }) deviceDetails?: DeviceDetailsBody;
  @TextField({ max: 50, nullable: true, description: 'null clears' }) channel?: string | null;
  @EnumField(transactionReasons, 'TransactionReason') reason?: string;
}

/** Query of `PATCH /transactions/{id}`. */
class PatchTransactionQuery {
  @QueryBoolean({ description: 'Default false; true evaluates the rules again' }) executeRules: boolean = false;
}

/** Body of `PATCH /transactions/{id}/changeStatus`. */
@IgnoreUnknownFields()
class ChangeStatusBody {
  @EnumField(transactionStatuses, 'TransactionStatus', { required: true, example: 'SENT' }) status!: string;
  @EnumField(transactionReasons, 'TransactionReason', { description: 'Also stored on the record' }) reason?: string;
  @TextField({ max: limits.reasonCharacters, description: 'Only for the audit log' }) comment?: string;
  @BooleanField({ description: 'Default true' }) executeRules?: boolean;
}

/** Converts a validated body to a patch. `json` is its text. Throws 400 if it changes nothing. */
function readTransactionPatch(body: PatchTransactionBody, json: string): TransactionPatch {
  const { channel, reason } = body;
  const patch: TransactionPatch = {
    ...(body.metadata != null && { metadata: memberText(json, 'metadata')! }),
    ...(body.deviceDetails != null && { deviceDetails: memberText(json, 'deviceDetails')! }),
    ...(channel !== undefined && { channel }),
    ...(reason != null && { reason }),
  };
  if (Object.keys(patch).length === 0)
    throw invalid({ body: 'must have at least one of metadata, deviceDetails, channel, reason' });
  return patch;
}

const PatchErrors = (): MethodDecorator =>
  ApiErrors('VALIDATION_ERROR', 'NO_CHANGES', 'NOT_FOUND', 'SERVICE_UNAVAILABLE');
const StatusErrors = (): MethodDecorator =>
  ApiErrors('VALIDATION_ERROR', 'NO_CHANGES', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION', 'SERVICE_UNAVAILABLE');

@ApiTags('transactions')
@Controller('transactions')
export class TransactionChangesController {
  constructor(
    private readonly patchTransaction: PatchTransaction,
    private readonly changeStatus: ChangeStatus,
  ) {}

  @Patch('external/:externalId')
  @ApiOperation({ summary: 'Change the status of a transaction by external id' })
  @BodyExample({ deviceDetails: { isVpn: true }, reason: 'FRAUD_SUSPECTED' })
  @RequirePermission('transactions:edit')
  @RouteSettings({ errorShape: 'transaction-patch' })
  @PatchErrors()
  @ApiOkResponse({ type: PatchedTransactionDto })
  patchByExternalId(
    @CurrentPrincipal() principal: Principal,
    @Param('externalId') externalId: string,
    @Body() body: PatchTransactionBody,
    @Query() query: PatchTransactionQuery,
    @Req() request: FastifyRequest,
  ): Promise<PatchedTransactionDto> {
    return this.patch(principal, { externalId }, { body, query, request });
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Update fields of a transaction that do not affect decisions' })
  @BodyExample({ metadata: { orderId: 'A-7' }, channel: 'web' })
  @RequirePermission('transactions:edit')
  @RouteSettings({ errorShape: 'transaction-patch' })
  @PatchErrors()
  @ApiOkResponse({ type: PatchedTransactionDto })
  patchById(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Transaction') id: string,
    @Body() body: PatchTransactionBody,
    @Query() query: PatchTransactionQuery,
    @Req() request: FastifyRequest,
  ): Promise<PatchedTransactionDto> {
    return this.patch(principal, { id }, { body, query, request });
  }

  /** Changes the status of a payment. */
  @Patch('external/:externalId/changeStatus')
  @ApiOperation({ summary: 'Change the status of a transaction by external id' })
  @BodyExample({
    status: 'DECLINED',
    reason: 'INSUFFICIENT_FUNDS',
    comment: 'the bank',
  })
  @RequirePermission('transactions:edit')
  @StatusErrors()
  @ApiOkResponse({ type: ChangedStatusDto })
  changeStatusByExternalId(
    @CurrentPrincipal() principal: Principal,
    @Param('externalId') externalId: string,
    @Body() body: ChangeStatusBody,
  ): Promise<ChangedStatusDto> {
    return this.move(principal, { externalId }, body);
  }

  /** Changes the status of a payment. */
  @Patch(':id/changeStatus')
  @ApiOperation({ summary: 'Change the status of a transaction' })
  @BodyExample({ status: 'SENT' })
  @RequirePermission('transactions:edit')
  @StatusErrors()
  @ApiOkResponse({ type: ChangedStatusDto })
  changeStatusById(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Transaction') id: string,
    @Body() body: ChangeStatusBody,
  ): Promise<ChangedStatusDto> {
    return this.move(principal, { id }, body);
  }

  private async patch(
    principal: Principal,
    key: TransactionKey,
    sent: {
      readonly body: PatchTransactionBody;
      readonly query: PatchTransactionQuery;
      readonly request: FastifyRequest;
    },
  ): Promise<PatchedTransactionDto> {
    const wanted = readTransactionPatch(sent.body, sent.request.rawBody ?? '{}');
    const { stored, report } = await this.patchTransaction.patch(principal, key, wanted, sent.query.executeRules);
    const { id, externalId, channel, reason, metadata, deviceDetails, updatedAt } = stored;
    const shown = accountNumbersFor(principal);
    return {
      success: true,
      transaction: {
        ...{ id, externalId, channel, reason },
        metadata: new RawJson(withAccountNumbers(metadata, shown)),
        deviceDetails: deviceDetails === null ? null : new RawJson(withAccountNumbers(deviceDetails, shown)),
        updatedAt: updatedAt.toISOString(),
      },
      ...(report && {
        rulesExecutionSummary: new RawJson(
          maskedResponse(principal, report, evaluationResponse(report)).rulesExecutionSummary,
        ),
      }),
    };
  }

  private async move(
    principal: Principal,
    key: TransactionKey,
    { status, reason, comment, executeRules }: ChangeStatusBody,
  ): Promise<ChangedStatusDto> {
    const { before, changed, stored, entities, report } = await this.changeStatus.change(principal, key, {
      status,
      reason: reason ?? null,
      comment: comment ?? null,
      executeRules: executeRules ?? true,
    });
    const answer = report && maskedResponse(principal, report, evaluationResponse(report));
    return {
      success: true,
      transaction: new RawJson(transactionViewJson(stored, entities, accountNumbersFor(principal))),
      statusChanged: { from: before.status, to: changed.status, changedAt: changed.updatedAt.toISOString() },
      ...(answer && {
        rulesResult: new RawJson(answer.rulesResult),
        rulesExecutionSummary: new RawJson(answer.rulesExecutionSummary),
      }),
    };
  }
}
