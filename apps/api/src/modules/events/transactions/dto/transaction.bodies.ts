import {
  paymentMethods,
  transactionReasons,
  transactionStatuses,
  transactionTypes,
  accountTypes,
} from '@tamis/library';
import {
  BooleanField,
  CountryField,
  EnumField,
  IgnoreUnknownFields,
  InstantField,
  JsonObjectField,
  MatrixIdField,
  NameField,
  TrimmedField,
  NestedField,
  NumberField,
  TextField,
  UuidArrayField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { DeviceDetailsBody } from '../../../parties/devices/index.js';

const short = { max: 255 } as const;

/** Payment method details of a party. Unknown fields are stored unchanged. */
class PaymentDetailsBody {
  @TextField(short) taxId?: string;
  @TextField(short) accountNumber?: string;
  @TextField(short) bankCode?: string;
}

/** Account and payment instrument of a party. Unknown fields are stored unchanged. */
class PartyDetailsBody {
  @TextField(short) accountNumber?: string;
  @EnumField(accountTypes, 'AccountType') accountType?: string;
  @TextField(short) bankCode?: string;
  @TextField(short) bankName?: string;
  @TextField(short) taxId?: string;
  @BooleanField() governmentAccount?: boolean;
  @NestedField(() => PaymentDetailsBody) paymentDetails?: PaymentDetailsBody;
  @TextField(short) cbu?: string;
  @TextField(short) cvu?: string;
  @TextField(short) iban?: string;
  @TextField(short) alias?: string;
  @TextField(short) pixKey?: string;
  @TextField(short) cardFingerprint?: string;
  @TextField(short) bin?: string;
  @TextField(short) last4?: string;
  @TextField(short) walletAddress?: string;
  @TextField(short) mcc?: string;
}

/** Location of a payment. Unknown fields are stored unchanged. */
class LocationDetailsBody {
  @CountryField() country?: string;
  @TextField({ max: 255 }) city?: string;
  @TextField({ max: 255 }) region?: string;
  @NumberField({ min: -90, max: 90 }) latitude?: number;
  @NumberField({ min: -180, max: 180 }) longitude?: number;
  @TextField({ max: 64 }) timezone?: string;
}

/** Query of the single reads. */
export class ReadTransactionQuery {
  @EnumField(['full', 'none'], 'RulesSummary', { description: '`full` adds `persisted.rulesExecutionSummary`' })
  includeRulesSummary: 'full' | 'none' = 'none';
}

/** Query of `POST /transactions`. */
export class CreateTransactionQuery {
  @EnumField(['full', 'hits'], 'SummaryDetail', { description: '`hits` omits `rulesNoHit`' })
  summary: 'full' | 'hits' = 'full';
}

/** Body of `POST /transactions`. */
@IgnoreUnknownFields()
export class CreateTransactionBody {
  @NameField({ required: true, max: limits.externalIdCharacters, example: 'pay-1001' })
  externalId!: string;

  @EnumField(transactionTypes, 'TransactionType', { required: true, example: 'PAYMENT' })
  type!: string;

  @NumberField({
    required: true,
    min: 0,
    description: 'At most 18 digits before and 18 after the decimal point, kept exactly',
    example: 812.5,
  })
  amount!: number;

  @TextField({
    required: true,
    min: 3,
    max: 4,
    pattern: /^[A-Za-z][A-Za-z0-9]{2,3}$/,
    patternMessage: '$property must be a currency code of 3 or 4 characters',
    example: 'USD',
  })
  currency!: string;

  @EnumField(transactionStatuses, 'TransactionStatus') status?: string;
  @EnumField(transactionReasons, 'TransactionReason') reason?: string;
  @EnumField(paymentMethods, 'PaymentMethod', { example: 'CARD' }) paymentMethod?: string;
  @TextField({ max: 50 }) channel?: string;
  @TextField({ max: 1_000 }) description?: string;
  @TextField({ max: 100 }) category?: string;
  @InstantField({ description: 'Default: now', example: '2026-03-01T10:02:00Z' }) transactedAt?: string;
  @JsonObjectField() metadata?: object;
  @NestedField(() => LocationDetailsBody) locationDetails?: LocationDetailsBody;
  @NestedField(() => DeviceDetailsBody) deviceDetails?: DeviceDetailsBody;

  @UuidField() originEntityId?: string;
  @TrimmedField({ max: limits.externalIdCharacters, example: 'cust-0090' }) originExternalId?: string;
  @NameField({ max: limits.taxIdCharacters }) originTaxId?: string;
  @TextField({ max: limits.entityNameCharacters }) originName?: string;
  @CountryField() originCountry?: string;
  @NestedField(() => PartyDetailsBody) originDetails?: PartyDetailsBody;

  @UuidField() destinationEntityId?: string;
  @TrimmedField({ max: limits.externalIdCharacters }) destinationExternalId?: string;
  @NameField({ max: limits.taxIdCharacters }) destinationTaxId?: string;
  @TextField({ max: limits.entityNameCharacters, example: 'Harris Inc' }) destinationName?: string;
  @CountryField() destinationCountry?: string;
  @NestedField(() => PartyDetailsBody) destinationDetails?: PartyDetailsBody;

  @BooleanField({ description: 'Default true' }) executeRules?: boolean;
  @BooleanField({ description: 'Default false; true refuses references to unknown entities' })
  validateExistingEntity?: boolean;
  @BooleanField({ description: 'Wins over validateExistingEntity' }) linkEntityStrict?: boolean;
  @UuidArrayField({ max: limits.riskMatrixIds }) riskMatrixIds?: string[];
  @MatrixIdField({ max: limits.riskMatrixIds }) riskMatrixId?: string | string[];
}
