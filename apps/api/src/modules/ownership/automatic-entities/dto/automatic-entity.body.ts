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
  @CountryField({ description: 'ISO 3166-1 alpha-2; here or as `countryCode`' }) country?: string;
  @CountryField({ description: 'as `country`' }) countryCode?: string;
  @TextField({ required: true, min: 1, max: 64, description: 'in any spelling' }) taxId!: string;
  @TrimmedField({ max: limits.externalIdCharacters }) externalId?: string;

  @IntegerField({ description: 'levels of partners that are created too, 0 to 5; default 1' }) depth?: number;
  @IntegerField({ description: 'as `depth`' }) shareholderDepth?: number;

  @NestedField(() => AutoExecuteBody, { description: 'what is asked about the entity before its rules run' })
  autoExecuteIntegrations?: AutoExecuteBody;

  @NestedField(() => ChildEnrichmentsBody, { description: 'what is asked about its partners' })
  autoExecuteIntegrationsShareholders?: ChildEnrichmentsBody | null;

  @NestedArrayField(() => DeclaredRelationshipBody, { max: limits.declaredRelationships })
  relationships?: DeclaredRelationshipBody[];

  @MatrixIdField({ max: limits.riskMatrixIds }) riskMatrixId?: string | string[];
  @UuidArrayField({ max: limits.riskMatrixIds, description: 'the matrices that judge it, in order' })
  riskMatrixIds?: string[];
  @UuidField({ nullable: true, description: 'the matrix that judges partners who are people' })
  riskMatrixPersonId?: string | null;
  @UuidField({ nullable: true, description: 'the matrix that judges partners that are companies' })
  riskMatrixCompanyId?: string | null;

  @BooleanField({ description: 'default false' }) skipRulesExecution?: boolean;
  @JsonObjectField({ description: 'stored exactly as written' }) attributes?: object;
  @BooleanField({ description: 'default false' }) isClient?: boolean;
  @EnumField(entityStatuses, 'EntityStatus', {
    description: 'in the end; until then not_started. Default under_review',
  })
  status?: EntityStatus;
  @JsonObjectField({ description: 'as of `POST /entities`' }) monitoring?: object;
  @BooleanField({ description: 'default false; true: the response comes once the entity is stored' })
  runInBackground?: boolean;
}
