import {
  BooleanField,
  CountryField,
  CurrencyField,
  EnumField,
  IgnoreUnknownFields,
  InstantField,
  JsonObjectField,
  NameField,
  QueryBoolean,
  QueryEnumList,
  TextField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  type AccountStatus,
  accountStatuses,
  type AccountType,
  accountTypes,
  type PixKeyType,
  pixKeyTypes,
} from '../domain/account-enumerations.js';

/** Filters of `GET …/accounts`; all of them must match. */
export class ListAccountsQuery {
  @TextField({ min: 3, max: 3, description: 'ISO 4217, case-insensitive' }) currency?: string;
  @QueryEnumList(accountStatuses, 'AccountStatus') status?: AccountStatus[];
  @QueryEnumList(accountTypes, 'AccountType') accountType?: AccountType[];
  @QueryBoolean({
    description: `default false; true includes the ${limits.accountsPerEntity.toLocaleString('en')} most recently deleted accounts`,
  })
  includeDeleted?: boolean;
}

const text = (description?: string) => ({
  max: limits.accountTextCharacters,
  nullable: true,
  ...(description !== undefined && { description }),
});

const accountType = { example: 'checking' };

/** The optional fields of an account. */
export abstract class AccountBody {
  abstract accountType?: AccountType;
  abstract currency?: string;
  @EnumField(accountStatuses, 'AccountStatus') status?: AccountStatus;
  @BooleanField({ description: 'true removes the flag from the other accounts of the currency' }) isPrimary?: boolean;
  @NameField(text('unique among the accounts of the entity')) externalAccountId?: string | null;
  @NameField(text('22 digits; AR')) cbu?: string | null;
  @NameField(text('22 digits; AR')) cvu?: string | null;
  @NameField(text('6 to 20 letters, digits, points and hyphens; AR')) alias?: string | null;
  @NameField(text('stored without spaces, in upper case')) iban?: string | null;
  @NameField({ ...text('stored encrypted'), max: limits.accountNumberCharacters }) accountNumber?: string | null;
  @NameField(text()) routingNumber?: string | null;
  @NameField(text()) bankCode?: string | null;
  @NameField(text()) branchCode?: string | null;
  @NameField(text()) bankName?: string | null;
  @NameField(text()) bic?: string | null;
  @NameField(text('BR')) pixKey?: string | null;
  @EnumField(pixKeyTypes, 'PixKeyType', { nullable: true, description: 'null removes it' })
  pixKeyType?: PixKeyType | null;
  @NameField(text('18 digits; MX')) clabe?: string | null;
  @NameField(text()) walletAddress?: string | null;
  @NameField(text()) network?: string | null;
  @CountryField({ nullable: true, description: 'default: that of the entity' }) countryCode?: string | null;
  @NameField(text()) holderName?: string | null;
  @NameField(text()) holderTaxId?: string | null;
  @InstantField({ nullable: true }) openedAt?: string | null;
  @InstantField({ nullable: true }) closedAt?: string | null;
  @JsonObjectField({ nullable: true, description: '`legacyAccountType` is set by the server' }) metadata?:
    | object
    | null;
}

/** `POST …/accounts`. One of the identifiers is required. */
@IgnoreUnknownFields()
export class CreateAccountBody extends AccountBody {
  @EnumField(accountTypes, 'AccountType', { ...accountType, required: true }) accountType!: AccountType;
  @CurrencyField({ required: true }) currency!: string;
}

/** `PATCH …/accounts/{accountId}`: the fields to change; `null` clears an optional field. */
@ChangeBody()
@IgnoreUnknownFields()
export class ChangeAccountBody extends AccountBody {
  @EnumField(accountTypes, 'AccountType', accountType) accountType?: AccountType;
  @CurrencyField({}) currency?: string;
}
