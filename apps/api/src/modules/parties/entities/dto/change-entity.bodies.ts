import {
  BooleanField,
  CountryField,
  EmailField,
  EnumField,
  IgnoreUnknownFields,
  InstantField,
  JsonObjectField,
  MatrixIdField,
  NameField,
  NestedField,
  PhoneField,
  TextField,
  UuidArrayField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type EntityStatus, entityStatuses } from '../domain/entity-enumerations.js';
import { EntityDataBody } from './entity-data.body.js';
import { RiskFactorsField } from './entity-fields.js';
import { OperationalHoursBody } from './operational-hours.body.js';
import { taxIdText } from './tax-id-text.js';

const nullClears = { nullable: true, description: 'null clears' };

/** `PATCH /entities/{id}`. */
@ChangeBody()
@IgnoreUnknownFields()
export class ChangeEntityBody {
  @NameField({ max: limits.entityNameCharacters }) name?: string;
  @TextField({ ...taxIdText('taxId'), ...nullClears }) taxId?: string | null;
  @CountryField({ description: 'ISO 3166-1 alpha-2' }) countryCode?: string;
  @CountryField(nullClears) nationality?: string | null;
  @EmailField(nullClears) email?: string | null;
  @PhoneField(nullClears) phone?: string | null;
  @JsonObjectField({ description: 'merged into the stored attributes, key by key at the top level' })
  attributes?: object;
  @NestedField(() => EntityDataBody, { description: 'merged into the stored data' }) entityData?: EntityDataBody;

  @EnumField(entityStatuses, 'EntityStatus', {
    description: '`deleted` has the effect of DELETE and also requires `entities:delete`',
  })
  status?: EntityStatus;

  @TextField({
    max: limits.reasonCharacters,
    nullable: true,
    description: 'at least 5 characters; required if the status becomes suspended, blocked or rejected',
  })
  reason?: string | null;

  @BooleanField({ description: 'prevents rules and other automatic changes from changing the status' })
  statusLocked?: boolean;

  @MatrixIdField({ max: limits.riskMatrixIds }) riskMatrixId?: string | string[];
  @UuidArrayField({ max: limits.riskMatrixIds }) riskMatrixIds?: string[];
  @RiskFactorsField() riskFactors?: object;
  @InstantField(nullClears) registrationDate?: string | null;
  @BooleanField() isClient?: boolean;
  @InstantField({ nullable: true, description: 'when the status becomes expired; null removes it' }) expiresAt?:
    | string
    | null;
  @NestedField(() => OperationalHoursBody, nullClears) operationalHours?: OperationalHoursBody | null;
  @BooleanField({ description: 'default false' }) skipRulesExecution?: boolean;
}

const modes = ['merge', 'replace'] as const;
export type AttributesMode = (typeof modes)[number];

/** `PATCH /entities/{id}/attributes`. */
@IgnoreUnknownFields()
export class ChangeAttributesBody {
  @JsonObjectField({ required: true, description: 'stored exactly as sent', example: { segment: 'retail' } })
  attributes!: object;

  @EnumField(modes, 'AttributesMode', { description: 'default merge: key by key at the top level' })
  mode?: AttributesMode;

  @BooleanField({ description: 'default false' })
  skipRulesExecution?: boolean;
}
