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
  TextArrayField,
  TextField,
  TrimmedField,
  UuidArrayField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type EntityStatus, entityStatuses, type EntityType, entityTypes } from '../domain/entity-enumerations.js';
import type { EnrichmentWish } from '../domain/new-entity.js';
import { DeclaredRelationshipBody } from './declared-relationship.body.js';
import { EntityDataBody } from './entity-data.body.js';
import { RiskFactorsField } from './entity-fields.js';
import type { EntityNoticeDto } from './entity.dto.js';
import { OperationalHoursBody } from './operational-hours.body.js';
import { taxIdText } from './tax-id-text.js';

/** The fields that can be set on an entity, whether it is stored or not. */
@IgnoreUnknownFields()
export class EntityBody {
  @NameField({ max: limits.entityNameCharacters, description: 'required for a person and a company' })
  name?: string;

  @CountryField({ description: 'ISO 3166-1 alpha-2; required for a person and a company' })
  countryCode?: string;

  @TrimmedField({
    max: limits.externalIdCharacters,
    description: "the caller's own identifier, unique in the organization; surrounding white space is removed",
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

  @JsonObjectField({ description: 'stored exactly as sent', example: { segment: 'retail', limits: { daily: 500 } } })
  attributes?: object;

  @RiskFactorsField() riskFactors?: object;
}

/** The enrichments requested for a new entity. */
export class AutoExecuteBody implements EnrichmentWish {
  @BooleanField({ description: 'all enabled enrichments and lists that apply to the entity' })
  executeAllActiveEnrichments?: boolean;

  @TextArrayField({ max: 20, maxText: 100, description: 'codes of integrations; checks are excluded' })
  enrichments?: string[];

  @TextArrayField({ max: 20, maxText: 100, description: 'groups, by id or slug' })
  enrichmentGroupRefs?: string[];

  @TextArrayField({ max: 100, maxText: 100, description: 'codes to exclude' })
  excludeEnrichments?: string[];
}

/** Body of `POST /entities` for everything except payment methods. */
export class CreateEntityBody extends EntityBody {
  @EnumField(entityTypes, 'EntityType', { required: true })
  type!: EntityType;

  @MatrixIdField({ max: limits.riskMatrixIds }) riskMatrixId?: string | string[];

  @UuidArrayField({ max: limits.riskMatrixIds, description: 'risk matrices of the entity, in order' })
  riskMatrixIds?: string[];

  @BooleanField({ description: 'default false' }) skipRulesExecution?: boolean;

  @NestedArrayField(() => DeclaredRelationshipBody, { max: limits.declaredRelationships })
  relationships?: DeclaredRelationshipBody[];

  @NestedField(() => AutoExecuteBody, { description: 'enrichments before its rules are evaluated' })
  autoExecuteIntegrations?: AutoExecuteBody;

  @JsonObjectField({
    description: '`main`, by code of an integration that supports monitoring: `{watchlist: true}`, or `true`',
    example: { main: { sanctions_screening: { watchlist: true } } },
  })
  monitoring?: object;
}

/** Checks are executed only on request. */
export const checkNotices = (codes: readonly string[]): readonly EntityNoticeDto[] =>
  codes.map((code) => ({
    code: 'NOT_AVAILABLE',
    field: 'autoExecuteIntegrations',
    message: `${code} is a check, which is never part of a creation: use POST /integration-execution/marketplace/enrichment`,
  }));

/**
 * Returns notices for what was requested but is not done by an upsert, so that the caller does not assume that the company has been
 * enriched.
 */
export function upsertNotices(body: CreateEntityBody, previous: KeptFields | null): readonly EntityNoticeDto[] {
  const code = 'NOT_AVAILABLE';
  const sent: Partial<KeptFields> = body;
  const kept = keptFields.filter((field) => sent[field] === null && previous !== null && previous[field] !== null);
  const notices: EntityNoticeDto[] = kept.map((field) => ({
    code,
    field: `entity.${field}`,
    message: 'an upsert clears nothing, and what is stored stays: PATCH /entities/{id} clears it',
  }));
  if (body.autoExecuteIntegrations == null) return notices;
  const message = 'an upsert requests no enrichments: use POST /integration-execution/marketplace/enrichment';
  return [...notices, { code, field: 'autoExecuteIntegrations', message }];
}

const keptFields = [
  'taxId',
  'nationality',
  'email',
  'phone',
  'registrationDate',
  'expiresAt',
  'operationalHours',
] as const;

/** Fields of the stored company that are kept. */
type KeptFields = Readonly<Record<(typeof keptFields)[number], unknown>>;
