import { ApiProperty } from '@nestjs/swagger';
import { decisions, paymentMethods, transactionReasons, transactionStatuses, transactionTypes } from '@tamis/library';

import { limits } from '../../../../platform/limits.js';

const text = { type: String, nullable: true } as const;
const id = { type: String, format: 'uuid', nullable: true } as const;
const instant = { type: String, format: 'date-time', nullable: true } as const;
const object = { type: 'object', additionalProperties: true } as const;
const optionalObject = { ...object, nullable: true } as const;
const statusEnum = { enum: transactionStatuses, enumName: 'TransactionStatus' };

class TransactionPartyDto {
  @ApiProperty(id) entityId!: string | null;
  @ApiProperty(text) externalId!: string | null;
  @ApiProperty(text) name!: string | null;
  @ApiProperty(text) country!: string | null;
  @ApiProperty({ ...text, description: 'Of the linked entity' }) type!: string | null;
  @ApiProperty(text) taxId!: string | null;
  @ApiProperty({ type: Number, nullable: true }) riskScore!: number | null;
  @ApiProperty(optionalObject) details!: object | null;
}

class CurrencyExchangeDto {
  @ApiProperty({ example: 'USD' }) currency!: string;
  @ApiProperty({ description: 'Value of one unit of the currency of the transaction' }) exchangeRate!: number;
  @ApiProperty({ description: 'The amount in this currency' }) value!: number;
  @ApiProperty({ format: 'date' }) rateDate!: string;
  @ApiProperty({ description: 'Source of the rate' }) source!: string;
}

/** A transaction in a list. */
export class TransactionItemDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() externalId!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty({ enum: transactionTypes, enumName: 'TransactionType' }) type!: string;
  @ApiProperty(statusEnum) status!: string;
  @ApiProperty({ enum: transactionReasons, enumName: 'TransactionReason' }) reason!: string;
  @ApiProperty({ enum: [...paymentMethods, null], type: String, nullable: true }) paymentMethod!: string | null;
  @ApiProperty(text) channel!: string | null;
  @ApiProperty({ description: 'Exactly as it was sent' }) amount!: number;
  @ApiProperty() currency!: string;
  @ApiProperty({ type: Number, nullable: true, description: 'At the rate of `transactedAt`; `null` if it is unknown' })
  amountInUsd!: number | null;
  @ApiProperty({ type: [CurrencyExchangeDto] }) currenciesExchange!: readonly CurrencyExchangeDto[];
  @ApiProperty(text) description!: string | null;
  @ApiProperty(text) category!: string | null;
  @ApiProperty({ type: TransactionPartyDto }) origin!: TransactionPartyDto;
  @ApiProperty({ type: TransactionPartyDto }) destination!: TransactionPartyDto;
  @ApiProperty(id) originEntityId!: string | null;
  @ApiProperty(text) originExternalId!: string | null;
  @ApiProperty(text) originTaxId!: string | null;
  @ApiProperty(text) originName!: string | null;
  @ApiProperty(text) originCountry!: string | null;
  @ApiProperty(optionalObject) originDetails!: object | null;
  @ApiProperty(id) destinationEntityId!: string | null;
  @ApiProperty(text) destinationExternalId!: string | null;
  @ApiProperty(text) destinationTaxId!: string | null;
  @ApiProperty(text) destinationName!: string | null;
  @ApiProperty(text) destinationCountry!: string | null;
  @ApiProperty(optionalObject) destinationDetails!: object | null;
  @ApiProperty(optionalObject) locationDetails!: object | null;
  @ApiProperty(optionalObject) deviceDetails!: object | null;
  @ApiProperty(object) metadata!: object;
  @ApiProperty({ type: Number, minimum: 0, maximum: 100, nullable: true }) riskScore!: number | null;
  @ApiProperty({ enum: [...decisions, null], type: String, nullable: true }) decision!: string | null;
  @ApiProperty() flagged!: boolean;
  @ApiProperty({ type: [String], format: 'uuid' }) riskMatrixIds!: readonly string[];
  @ApiProperty(id) lastEvaluationId!: string | null;
  @ApiProperty(text) ruleSetVersion!: string | null;
  @ApiProperty(instant) lastRiskEvaluationAt!: string | null;
  @ApiProperty(id) batchJobId!: string | null;
  @ApiProperty({ format: 'date-time' }) transactedAt!: string;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
}

class TransactionMoveDto {
  @ApiProperty(statusEnum) status!: string;
  @ApiProperty(statusEnum) previousStatus!: string;
  @ApiProperty(text) reason!: string | null;
  @ApiProperty({ format: 'date-time' }) changedAt!: string;
  @ApiProperty({ ...text, description: 'Id of an API key or user, or `rule`' }) changedBy!: string | null;
}

/** A single transaction with all its fields. */
export class TransactionRecordDto extends TransactionItemDto {
  @ApiProperty({
    type: [TransactionMoveDto],
    description: `The newest ${limits.transactionStatusMoves}, newest last`,
  })
  statusHistory!: readonly TransactionMoveDto[];
}
