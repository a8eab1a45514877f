import {
  BooleanField,
  CountryField,
  EnumField,
  IgnoreUnknownFields,
  IntegerField,
  JsonObjectField,
  MatrixIdField,
  NestedArrayField,
  NestedField,
  TextField,
  TrimmedField,
  UuidArrayField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  AutoExecuteBody,
  DeclaredRelationshipBody,
  type EntityStatus,
  entityStatuses,
  partyTypes,
} from '../../../parties/entities/index.js';
import { ChildEnrichmentsBody } from '../../materialize/index.js';

/** `POST /entities/automatic`, and a row of a batch. */
@IgnoreUnknownFields()
export class AutomaticEntityBody {
  @EnumField(partyTypes, 'PartyType', { required: true }) type!: 'person' | 'company';
  @CountryField({ description: 'ISO 3166-1 alpha-2; either here or as `countryCode`' }) country?: string;
  @CountryField({ description: 'as `country`' }) countryCode?: string;
  @TextField({ required: true, min: 1, max: 64, description: 'in any notation' }) taxId!: string;
  @TrimmedField({ max: limits.externalIdCharacters }) externalId?: string;

  @IntegerField({ description: 'levels of partners that are also created, 0 to 5; default 1' }) depth?: number;
  @IntegerField({ description: 'as `depth`' }) shareholderDepth?: number;

  @NestedField(() => AutoExecuteBody, { description: 'enrichments of the entity before its rules are evaluated' })
  autoExecuteIntegrations?: AutoExecuteBody;

  @NestedField(() => ChildEnrichmentsBody, { description: 'enrichments of its partners' })
  autoExecuteIntegrationsShareholders?: ChildEnrichmentsBody | null;

  @NestedArrayField(() => DeclaredRelationshipBody, { max: limits.declaredRelationships })
  relationships?: DeclaredRelationshipBody[];

  @MatrixIdField({ max: limits.riskMatrixIds }) riskMatrixId?: string | string[];
  @UuidArrayField({ max: limits.riskMatrixIds, description: 'risk matrices of the entity, in order' })
  riskMatrixIds?: string[];
  @UuidField({ nullable: true, description: 'risk matrix for partners who are people' })
  riskMatrixPersonId?: string | null;
  @UuidField({ nullable: true, description: 'risk matrix for partners that are companies' })
  riskMatrixCompanyId?: string | null;

  @BooleanField({ description: 'default false' }) skipRulesExecution?: boolean;
  @JsonObjectField({ description: 'stored exactly as sent' }) attributes?: object;
  @BooleanField({ description: 'default false' }) isClient?: boolean;
  @EnumField(entityStatuses, 'EntityStatus', {
    description: 'final status; until then not_started. Default under_review',
  })
  status?: EntityStatus;
  @JsonObjectField({ description: 'as of `POST /entities`' }) monitoring?: object;
  @BooleanField({ description: 'default false; true: responds as soon as the entity is stored' })
  runInBackground?: boolean;
}
