import {
  arrayElements,
  BodyIsOneOf,
  CountryField,
  CurrencyField,
  EmailField,
  EnumField,
  IgnoreUnknownFields,
  invalid,
  JsonObjectField,
  memberText,
  NestedArrayField,
  NestedField,
  NumberField,
  providedFields,
  TextField,
  UuidField,
  QueryInteger,
  NameField,
  TrimmedField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type RelationshipType, relationshipTypes } from '../../relationships/index.js';
import {
  bankAccountTypes,
  fundings,
  type PaymentMethodType,
  paymentMethodTypes,
  type PixKeyType,
  pixKeyTypes,
  type NewPaymentMethod,
} from '../domain/payment-method.js';
import { pixKeyProblem } from '../domain/pix-key-problem.js';
import { CreateEntityBody } from './create-entity.body.js';
import { AccountNumberField } from './entity-fields.js';
import { type EntityType, entityTypes } from '../domain/entity-enumerations.js';

/** `POST /entities/change-external-id`. Exactly one of `entityId`, `externalId` and `taxId` identifies the entity. */
@IgnoreUnknownFields()
export class ChangeExternalIdBody {
  @UuidField({ description: 'identifies the entity' })
  entityId?: string;

  @TrimmedField({ max: limits.externalIdCharacters, description: 'identifies the entity: its current external id' })
  externalId?: string;

  @TextField({ min: 1, max: limits.taxIdCharacters, description: 'identifies the entity; punctuation is ignored' })
  taxId?: string;

  @TrimmedField({ required: true, max: limits.externalIdCharacters, description: 'trimmed' })
  newExternalId!: string;

  @NameField({ required: true, max: 2 * limits.reasonCharacters, description: '5 to 4000 characters, trimmed' })
  reason!: string;
}

/** Filters of `GET /entities`; all of them must match. */
export class ListEntitiesQuery {
  @EnumField(entityTypes, 'EntityType') type?: EntityType;
  @CountryField() country?: string;
  @TextField({ min: 1, max: limits.taxIdCharacters }) taxId?: string;
  @TrimmedField({ max: limits.externalIdCharacters }) externalId?: string;
  @TextField({
    min: 1,
    max: limits.accountNumberCharacters,
    description: 'for payment methods, in any punctuation; requires `entities:read_sensitive`',
  })
  accountNumber?: string;

  @QueryInteger({ min: 1, max: limits.pageRows }) limit: number = limits.pageRows;
}

const text = { min: 1, max: limits.paymentMethodTextCharacters };
const form = (pattern: RegExp, says: string, example: string) => ({
  ...text,
  pattern,
  patternMessage: `$property must be ${says}`,
  example,
});

/** `entityData.paymentMethod`: fields that are not declared here are dropped, so that no card number is ever stored. */
export class PaymentMethodBody {
  @EnumField(paymentMethodTypes, 'PaymentMethodType', { required: true }) type!: PaymentMethodType;
  @TextField(form(/^\d{4}$/, 'the last 4 digits', '4242')) last4?: string;
  @TextField({ ...text, example: 'visa' }) brand?: string;
  @TextField(form(/^(0[1-9]|1[0-2])$/, 'a month, 01 to 12', '09')) expiryMonth?: string;
  @TextField(form(/^\d{4}$/, 'a four-digit year', '2030')) expiryYear?: string;
  @TextField(text) holderName?: string;
  @CountryField() issuerCountry?: string;
  @TextField(form(/^\d{6}$/, 'the first 6 digits', '424242')) bin?: string;
  @TextField(text) fingerprint?: string;
  @EnumField(fundings, 'CardFunding') funding?: string;

  @AccountNumberField() accountNumber?: string;
  @EnumField(bankAccountTypes, 'BankAccountType') accountType?: string;
  @TextField(text) bank?: string;
  @CurrencyField() currency?: string;
  @TextField(text) routingNumber?: string;
  @TextField({ ...text, example: 'paypal' }) provider?: string;
  @EmailField() email?: string;
  @TextField(form(/^\S+$/, 'an address without white space', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'))
  address?: string;
  @TextField({ ...text, example: 'bitcoin' }) network?: string;
  @TextField(text) pixKey?: string;
  @EnumField(pixKeyTypes, 'PixKeyType', { description: 'the required form of `pixKey`' }) pixKeyType?: PixKeyType;
}

class PaymentMethodDataBody {
  // An empty default reports missing data with the path of the most important required field.
  @NestedField(() => PaymentMethodBody, { required: true }) paymentMethod: PaymentMethodBody = new PaymentMethodBody();
}

class PaymentRelationshipBody {
  @UuidField({ required: true, description: 'the owner' }) targetEntityId!: string;
  @EnumField(relationshipTypes, 'RelationshipType', { required: true }) relationshipType!: RelationshipType;
  @NumberField({ min: 0, max: 1 }) strength?: number;
  @JsonObjectField() metadata?: object;
}

const entityTypesHere = ['payment_method'] as const;

/** `POST /entities` with `entityType`. */
@IgnoreUnknownFields()
export class CreatePaymentMethodBody {
  @EnumField(entityTypesHere, 'CreatedEntityType', { required: true }) entityType!: 'payment_method';

  @NestedField(() => PaymentMethodDataBody, { required: true })
  entityData: PaymentMethodDataBody = new PaymentMethodDataBody();

  @NestedArrayField(() => PaymentRelationshipBody, { max: limits.declaredRelationships })
  relationships?: PaymentRelationshipBody[];

  @JsonObjectField() metadata?: object;
}

/** Any record that `POST /entities` creates: a body with an `entityType` is a payment method, every other one is a person or company. */
@BodyIsOneOf((sent) => (Object.hasOwn(sent, 'entityType') ? CreatePaymentMethodBody : CreateEntityBody))
export abstract class CreateRecordBody {}

/** Converts a validated body to the payment method that it requests; `json` is its text, for the metadata, which is stored verbatim. */
export function readPaymentMethodBody(body: CreatePaymentMethodBody, json: string): NewPaymentMethod {
  const { paymentMethod } = body.entityData;
  const { pixKeyType, pixKey, issuerCountry, currency } = paymentMethod;
  const problem = pixKeyType == null ? null : pixKeyProblem(pixKeyType, pixKey);
  if (problem !== null) throw invalid({ 'entityData.paymentMethod.pixKey': problem });
  const relationships = body.relationships ?? [];
  const texts = relationships.length > 0 ? arrayElements(memberText(json, 'relationships')!) : [];
  return {
    data: {
      ...(providedFields(paymentMethod) as NewPaymentMethod['data']),
      ...(issuerCountry != null && { issuerCountry: issuerCountry.toUpperCase() }),
      ...(currency != null && { currency: currency.toUpperCase() }),
    },
    metadata: body.metadata == null ? null : memberText(json, 'metadata')!,
    relationships: relationships.map(({ targetEntityId, relationshipType, strength, metadata }, index) => ({
      counterpart: { entityId: targetEntityId },
      relationshipType,
      role: null,
      strength: strength ?? null,
      metadata: metadata == null ? '{}' : memberText(texts[index]!, 'metadata')!,
      asSource: true,
    })),
  };
}
