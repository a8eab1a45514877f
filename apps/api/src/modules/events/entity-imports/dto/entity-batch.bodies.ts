import { ApiProperty } from '@nestjs/swagger';

import {
  BooleanField,
  CountryField,
  EnumField,
  IgnoreUnknownFields,
  IntegerField,
  JsonArrayField,
  JsonObjectField,
  QueryBoolean,
  QueryInteger,
  TextArrayField,
  TextField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type EntityStatus, entityStatuses } from '../../../parties/entities/index.js';
import {
  type BatchErrorHandling,
  batchErrorHandlings,
  type ReportLocale,
  reportLocales,
} from '../../batch-jobs/index.js';
import {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
} from '../../column-mappings/index.js';
import { type EntityImportMode, entityImportModes } from '../domain/entity-batch.js';

const described = {
  skipRulesExecution: 'Default false',
  validateExistingEntity:
    'Default true: an entity whose related entity is missing is not stored; false: it is stored without the relationship',
  linkEntityStrict: 'Wins over validateExistingEntity',
  stopOnFirstError: 'True is batchErrorHandling `stop_keep_success`',
  isClient: 'For entities that do not say it themselves',
  attributes: 'Attributes for all entities; those of an entity itself take precedence',
  monitoring: 'As in `POST /entities`, for entities that do not say it themselves',
  autoExecuteIntegrations: 'As in `POST /entities`; with `automatic_enriched`',
  autoExecuteIntegrationsShareholders: 'Enrichments of shareholders; with `automatic_enriched`',
  depth: 'Levels of shareholders; with `automatic_enriched`',
} as const;

const depthBounds = { min: 0, max: 5, description: described.depth };
const reportDescription =
  'To whom the report is sent by email when the job has ended. 403 `FEATURE_NOT_ENABLED` where the server sends no emails';

/** Options for all entities of a batch, except those that forms send as text. */
@IgnoreUnknownFields()
class EntityOptionsBody {
  @EnumField(entityImportModes, 'EntityImportMode', { description: 'Default `manual_no_enrichment`' })
  entityImportMode?: EntityImportMode;
  @UuidField({ description: 'Risk matrix for persons that name none' }) riskMatrixPersonId?: string;
  @UuidField({ description: 'Risk matrix for companies that name none' }) riskMatrixCompanyId?: string;
  @EnumField(entityStatuses, 'EntityStatus', { description: 'For entities that do not say it themselves' })
  status?: EntityStatus;
  @CountryField({ description: 'For entities that do not say it themselves' }) nationality?: string;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description:
      'What becomes of the others where an entity cannot be stored. Default `continue_collect_errors`: they are stored',
  })
  batchErrorHandling?: BatchErrorHandling;
  @EnumField(reportLocales, 'EmailLocale', { description: 'Language of the report. Default `en`' })
  emailLocale?: ReportLocale;
}

/** Body of `POST /entities/batch/background`. */
@IgnoreUnknownFields()
export class EntityBatchBody extends EntityOptionsBody {
  @JsonArrayField(limits.batchPaymentsBytes, {
    required: true,
    description: `Bodies of \`POST /entities\`, including payment methods, at most ${limits.batchEntities}; a row can also have an account`,
  })
  entities!: object[];
  @BooleanField({ description: described.skipRulesExecution }) skipRulesExecution?: boolean;
  @BooleanField({ description: described.validateExistingEntity }) validateExistingEntity?: boolean;
  @BooleanField({ description: described.linkEntityStrict }) linkEntityStrict?: boolean;
  @BooleanField({ description: described.stopOnFirstError }) stopOnFirstError?: boolean;
  @BooleanField({ description: described.isClient }) isClient?: boolean;
  @JsonObjectField({ description: described.attributes }) attributes?: object;
  @JsonObjectField({ description: described.monitoring }) monitoring?: object;
  @JsonObjectField({ description: described.autoExecuteIntegrations }) autoExecuteIntegrations?: object;
  @JsonObjectField({ description: described.autoExecuteIntegrationsShareholders })
  autoExecuteIntegrationsShareholders?: object;
  @IntegerField(depthBounds) depth?: number;
  @TextArrayField({
    max: limits.reportRecipients,
    maxText: limits.emailCharacters,
    description: reportDescription,
  })
  reportRecipientEmails?: string[];
}

const json = (description: string) => ({ max: limits.formFieldBytes, description: `JSON. ${description}` });

/** Form fields sent along with a file of entities, except `file`. */
@IgnoreUnknownFields()
export class UploadEntitiesBody extends EntityOptionsBody {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'CSV, XLSX, JSON (an array of bodies of `POST /entities`) or JSONL, by its extension',
  })
  file?: unknown;
  @TextField({
    max: limits.formFieldBytes,
    description:
      'JSON `{<column>: <path> or {path, type, dateFormat, default, required, transform, valueMap}}`. Default: columns are named like ' +
      'the members of an entity, with dots for nested members: `entityData.person.email`',
  })
  columnMapping?: string;
  @UuidField({ description: 'A stored column mapping for entities, instead of `columnMapping`' })
  mappingId?: string;
  @CsvDelimiterField() delimiter?: CsvDelimiterName;
  @CsvEncodingField() encoding?: CsvEncoding;
  @QueryBoolean({ description: described.skipRulesExecution }) skipRulesExecution?: boolean;
  @QueryBoolean({ description: described.validateExistingEntity }) validateExistingEntity?: boolean;
  @QueryBoolean({ description: described.linkEntityStrict }) linkEntityStrict?: boolean;
  @QueryBoolean({ description: described.stopOnFirstError }) stopOnFirstError?: boolean;
  @QueryBoolean({ description: described.isClient }) isClient?: boolean;
  @TextField(json(described.attributes)) attributes?: string;
  @TextField(json(described.monitoring)) monitoring?: string;
  @TextField(json(described.autoExecuteIntegrations)) autoExecuteIntegrations?: string;
  @TextField(json(described.autoExecuteIntegrationsShareholders)) autoExecuteIntegrationsShareholders?: string;
  @QueryInteger(depthBounds) depth?: number;
  @TextField(json(`An array of at most ${limits.reportRecipients}. ${reportDescription}`))
  reportRecipientEmails?: string;
}
