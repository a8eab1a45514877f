import {
  BooleanField,
  EnumField,
  fieldPathsOf,
  IgnoreUnknownFields,
  NameField,
  NestedArrayField,
  NestedField,
  TextField,
  TrimmedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { CreateEntityBody, CreatePaymentMethodBody } from '../../../parties/entities/index.js';
import { CreateAccountBody } from '../../../parties/entity-accounts/index.js';
import { type RelationshipType, relationshipTypes } from '../../../parties/relationships/index.js';
import { recordSchema } from '../../column-mappings/index.js';

/** Columns of a row in addition to the members of its entity: one relationship, and accounts. */
@IgnoreUnknownFields()
export class EntityRowColumns {
  @TextField({ min: 1, max: limits.taxIdCharacters }) relatedTaxId?: string;
  @TrimmedField({ max: limits.externalIdCharacters }) relatedExternalId?: string;
  @UuidField() relatedEntityId?: string;
  @EnumField(relationshipTypes, 'RelationshipType') relationshipType?: RelationshipType;
  @NameField({ max: limits.relationshipRoleCharacters }) relationshipRole?: string;
  @BooleanField() relationshipAsSource?: boolean;
  @NestedField(() => CreateAccountBody) account?: CreateAccountBody;
  @NestedArrayField(() => CreateAccountBody, { max: limits.entityRowAccounts }) accounts?: CreateAccountBody[];
}

export const rowColumnNames = fieldPathsOf(EntityRowColumns).flatMap(({ path }) => (path.includes('.') ? [] : [path]));

/** Entity types that a row may have. */
export const rowTypes = ['person', 'company', 'payment_method'] as const;

/** Arrays: the paths below them are elements, not members. */
const arrays = ['relationships.', 'accounts.'];
/** Set by the mode of the batch for all rows. */
const notInFiles = ['autoExecuteIntegrations'];

const isOfPaymentMethods = (path: string): boolean => /^(entityData\.paymentMethod(\.|$)|metadata$)/.test(path);

/** Schema of the records that the rows of an entity file become. */
export const entityRowForm = recordSchema(
  'an entity',
  [
    ...fieldPathsOf(CreateEntityBody).map((field) => (field.path === 'type' ? { ...field, values: rowTypes } : field)),
    ...fieldPathsOf(CreatePaymentMethodBody).filter(({ path }) => isOfPaymentMethods(path)),
    ...fieldPathsOf(EntityRowColumns),
  ].filter(
    ({ path }) =>
      !arrays.some((array) => path.startsWith(array)) &&
      !notInFiles.some((name) => path === name || path.startsWith(`${name}.`)),
  ),
);
