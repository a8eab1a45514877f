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

/** What a row has beside the members of its entity: one relationship, and accounts. */
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

/** What rows may become. */
export const rowTypes = ['person', 'company', 'payment_method'] as const;

/** Below them there are no members, but elements. */
const arrays = ['relationships.', 'accounts.'];
/** What the mode of a batch says for all its rows. */
const notInFiles = ['autoExecuteIntegrations'];

const isOfPaymentMethods = (path: string): boolean => /^(entityData\.paymentMethod(\.|$)|metadata$)/.test(path);

/** What the rows of a file of entities are to become. */
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
