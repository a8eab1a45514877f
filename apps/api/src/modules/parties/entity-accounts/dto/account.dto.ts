import { ApiProperty } from '@nestjs/swagger';

import {
  type AccountStatus,
  accountStatuses,
  type AccountType,
  accountTypes,
  type PixKeyType,
  pixKeyTypes,
} from '../domain/account-enumerations.js';

const text = { type: String, nullable: true } as const;
const moment = { type: String, format: 'date-time', nullable: true } as const;

/** An account in a response. */
export class AccountDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty(text) externalAccountId!: string | null;
  @ApiProperty({ enum: accountTypes, enumName: 'AccountType' }) accountType!: AccountType;
  @ApiProperty({ example: 'BRL' }) currency!: string;
  @ApiProperty({ enum: accountStatuses, enumName: 'AccountStatus' }) status!: AccountStatus;
  @ApiProperty() isPrimary!: boolean;
  @ApiProperty(text) cbu!: string | null;
  @ApiProperty(text) cvu!: string | null;
  @ApiProperty(text) alias!: string | null;
  @ApiProperty(text) iban!: string | null;
  @ApiProperty({
    ...text,
    description: 'In full with `entities:read_sensitive`, otherwise `****` and the last four characters',
  })
  accountNumber!: string | null;
  @ApiProperty(text) routingNumber!: string | null;
  @ApiProperty(text) bankCode!: string | null;
  @ApiProperty(text) branchCode!: string | null;
  @ApiProperty(text) bankName!: string | null;
  @ApiProperty(text) bic!: string | null;
  @ApiProperty(text) pixKey!: string | null;
  @ApiProperty({ enum: pixKeyTypes, enumName: 'PixKeyType', nullable: true }) pixKeyType!: PixKeyType | null;
  @ApiProperty(text) clabe!: string | null;
  @ApiProperty(text) walletAddress!: string | null;
  @ApiProperty(text) network!: string | null;
  @ApiProperty(text) countryCode!: string | null;
  @ApiProperty(text) holderName!: string | null;
  @ApiProperty(text) holderTaxId!: string | null;
  @ApiProperty(moment) openedAt!: string | null;
  @ApiProperty(moment) closedAt!: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true }) metadata!: object;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
  @ApiProperty(moment) deletedAt!: string | null;
}

class AccountListData {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ type: [AccountDto], description: 'Primary ones first' }) accounts!: AccountDto[];
}

export class AccountListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: AccountListData;
}

export class AccountAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: AccountDto;
}

class DeletedAccountData {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) deletedAt!: string;
}

export class DeletedAccountDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: DeletedAccountData;
}
