import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { type EntryKind, entryKinds, type LedgerEntry } from '../domain/ledger-entry.js';
import { printTokens } from '../domain/tokens.js';
import { type BillingSettings, type TopUp, type TopUpStatus, topUpStatuses } from '../domain/top-up.js';
import type { Account, Usage } from '../persistence/billing-store.js';

const nullableText = { type: String, nullable: true } as const;
const nullableId = { type: String, format: 'uuid', nullable: true } as const;
const moment = { type: String, format: 'date-time' } as const;
const tokens = { type: Number, example: 0.35, description: '1 token is 100 cents' } as const;

export class BalanceDto {
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ description: 'available and reserved' }) balanceCents!: number;
  @ApiProperty(tokens) balanceTokens!: object;
  @ApiProperty({ description: 'for executions that have not ended' }) reservedCents!: number;
  @ApiProperty() availableCents!: number;
  @ApiProperty({ enum: ['USD'] }) currency!: 'USD';
  @ApiProperty() lowBalanceThresholdCents!: number;
  @ApiProperty(moment) updatedAt!: Date;

  static from(organizationId: string, account: Account): BalanceDto {
    const { balanceCents, reservedCents, availableCents, lowBalanceThresholdCents, updatedAt } = account;
    return {
      organizationId,
      balanceCents,
      balanceTokens: printTokens(balanceCents),
      reservedCents,
      availableCents,
      currency: 'USD',
      lowBalanceThresholdCents,
      updatedAt,
    };
  }
}

export class BalanceAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: BalanceDto;
}

export class TopUpDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() amountCents!: number;
  @ApiProperty(tokens) tokens!: object;
  @ApiProperty({ enum: topUpStatuses, enumName: 'TopUpStatus' }) status!: TopUpStatus;
  @ApiProperty({ description: 'Whether it was requested because the balance fell below the threshold of `autoTopUp`' })
  isAutomatic!: boolean;
  @ApiProperty(nullableText) paymentMethodId!: string | null;
  @ApiProperty(nullableText) reference!: string | null;
  @ApiProperty(moment) createdAt!: Date;
  @ApiProperty({ ...moment, nullable: true }) completedAt!: Date | null;

  static from(topUp: TopUp): TopUpDto {
    return { ...topUp, tokens: printTokens(topUp.amountCents) };
  }
}

export class TopUpAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() topUp!: TopUpDto;
  @ApiProperty() balance!: BalanceDto;
}

export class TopUpListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [TopUpDto] }) topUps!: readonly TopUpDto[];
  @ApiProperty() pagination!: Pagination;
}

export class LedgerEntryDto implements LedgerEntry {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: entryKinds, enumName: 'LedgerEntryType' }) type!: EntryKind;
  @ApiProperty({
    description:
      'signed: for `reserve` and `release` the change of the available balance, otherwise of the total balance',
  })
  amountCents!: number;
  @ApiProperty() balanceAfterCents!: number;
  @ApiProperty(nullableText) integrationCode!: string | null;
  @ApiProperty(nullableId) enrichmentId!: string | null;
  @ApiProperty(nullableId) entityId!: string | null;
  @ApiProperty(nullableId) apiKeyId!: string | null;
  @ApiProperty(nullableText) description!: string | null;
  @ApiProperty(moment) createdAt!: Date;
}

export class LedgerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [LedgerEntryDto] }) entries!: readonly LedgerEntryDto[];
  @ApiProperty() pagination!: Pagination;
}

class UsageRowDto implements Usage {
  @ApiProperty({ ...nullableText, description: '`null` if no API key was used' }) key!: string | null;
  @ApiProperty({ description: 'including those that cost nothing' }) executions!: number;
  @ApiProperty() successes!: number;
  @ApiProperty({ description: 'minus refunds' }) costCents!: number;
}

export class UsageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ ...moment, description: 'inclusive' }) from!: Date;
  @ApiProperty({ ...moment, description: 'exclusive' }) to!: Date;
  @ApiProperty({ type: [UsageRowDto] }) usage!: readonly UsageRowDto[];
}

class AutoTopUpDto {
  @ApiProperty() enabled!: boolean;
  @ApiProperty() thresholdCents!: number;
  @ApiProperty() amountCents!: number;
}

class BillingSettingsDto implements BillingSettings {
  @ApiProperty() lowBalanceThresholdCents!: number;
  @ApiProperty() autoTopUp!: AutoTopUpDto;
  @ApiProperty({ description: 'incremented by each change' }) version!: number;
}

export class BillingSettingsAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() settings!: BillingSettingsDto;
}
