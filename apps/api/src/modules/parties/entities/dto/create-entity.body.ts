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
  NestedArrayField,
  NestedField,
  PhoneField,
  TextField,
  TrimmedField,
  UuidArrayField,
  fieldPathsOf,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type EntityStatus, entityStatuses, type EntityType, entityTypes } from '../domain/entity-enumerations.js';
import { DeclaredRelationshipBody } from './declared-relationship.body.js';
import { EntityDataBody } from './entity-data.body.js';
import { RiskFactorsField } from './entity-fields.js';
import type { EntityNoticeDto } from './entity.dto.js';
import { OperationalHoursBody } from './operational-hours.body.js';
import { taxIdText } from './tax-id-text.js';

/** What can be said of an entity, whether it is stored or not. */
@IgnoreUnknownFields()
export class EntityBody {
  @NameField({ max: limits.entityNameCharacters, description: 'a person and a company must have one' })
  name?: string;

  @CountryField({ description: 'ISO 3166-1 alpha-2; a person and a company must have one' })
  countryCode?: string;

  @TrimmedField({
    max: limits.externalIdCharacters,
    description: "the caller's own identifier, unique in the organization; stored without white space around it",
  })
  externalId?: string;

  @TextField(taxIdText('taxId')) taxId?: string;
  @CountryField({ description: 'default: that of entityData, where it is a code' }) nationality?: string;
  @EmailField() email?: string;
  @PhoneField() phone?: string;

  @EnumField(entityStatuses, 'EntityStatus', { description: 'default under_review' })
  status?: EntityStatus;

  @BooleanField({ description: 'default false' }) isClient?: boolean;
  @InstantField() registrationDate?: string;
  @InstantField({ description: 'when the status becomes expired' }) expiresAt?: string;
  @NestedField(() => OperationalHoursBody) operationalHours?: OperationalHoursBody;
  @NestedField(() => EntityDataBody) entityData?: EntityDataBody;

  @JsonObjectField({ description: 'stored exactly as written', example: { segment: 'retail', limits: { daily: 500 } } })
  attributes?: object;

  @RiskFactorsField() riskFactors?: object;
}

const ignored = (why: string): string => `accepted and ignored, as \`notices\` of the response say: ${why} yet`;

/** `POST /entities` of everything but a payment method. */
export class CreateEntityBody extends EntityBody {
  @EnumField(entityTypes, 'EntityType', { required: true })
  type!: EntityType;

  @MatrixIdField({ max: limits.riskMatrixIds }) riskMatrixId?: string | string[];

  @UuidArrayField({ max: limits.riskMatrixIds, description: 'the matrices that judge it, in order' })
  riskMatrixIds?: string[];

  @BooleanField({ description: 'default false' }) skipRulesExecution?: boolean;

  @NestedArrayField(() => DeclaredRelationshipBody, { max: limits.declaredRelationships })
  relationships?: DeclaredRelationshipBody[];

  @JsonObjectField({ description: ignored('there are no integrations') }) autoExecuteIntegrations?: object;
  @JsonObjectField({ description: ignored('there is no monitoring') }) monitoring?: object;
}

/** Members of a body that nothing comes of yet, and why. */
const ignoredMembers = {
  autoExecuteIntegrations: 'was ignored: there are no integrations yet',
  monitoring: 'was ignored: there is no monitoring yet',
} as const;

/** What a body asks for and does not get: whoever sent it must not take the entity for enriched or watched. */
export const ignoredNotices = (body: CreateEntityBody): readonly EntityNoticeDto[] =>
  Object.entries(ignoredMembers).flatMap(([field, message]) =>
    body[field as keyof typeof ignoredMembers] == null ? [] : [{ code: 'NOT_AVAILABLE' as const, field, message }],
  );

/** Columns of files of entities that declare the one relationship of their row. */
const relationshipColumns = [
  'relatedTaxId',
  'relatedExternalId',
  'relatedEntityId',
  'relationshipType',
  'relationshipRole',
] as const;

/** Members that a row of a file of entities may have: those of the body, and the one relationship that a row can declare. */
export const entityMembers = [
  ...fieldPathsOf(CreateEntityBody).filter(({ path }) => !Object.hasOwn(ignoredMembers, path.split('.')[0]!)),
  ...relationshipColumns.map((path) => ({ path, type: 'string' as const })),
  { path: 'relationshipAsSource', type: 'boolean' as const },
];
