import {
  BooleanField,
  CountryField,
  EnumField,
  IntegerField,
  JsonArrayField,
  JsonObjectField,
  NestedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type BatchErrorHandling, batchErrorHandlings } from '../../../events/batch-jobs/index.js';
import { type EntityImportMode, entityImportModes } from '../../../events/entity-imports/index.js';
import { AutoExecuteBody, type EntityStatus, entityStatuses } from '../../../parties/entities/index.js';
import { ChildEnrichmentsBody } from '../../materialize/index.js';

/** `POST /entities/automatic/bulk`. */
export class AutomaticBulkBody {
  @JsonArrayField(limits.batchPaymentsBytes, {
    required: true,
    description:
      'Each `{taxId, type, country?, externalId?, suggestedName?, attributes?, relationships?, status?}`, as in `POST /entities/automatic`; ' +
      `it, at most ${limits.batchEntities}; \`suggestedName\` is the name with \`manual_no_enrichment\``,
  })
  items!: object[];

  @EnumField(entityImportModes, 'EntityImportMode', { description: 'Default `automatic_enriched`' })
  importMode?: EntityImportMode;
  @CountryField({ description: 'For items that do not say it themselves' }) country?: string;
  @BooleanField({ description: 'Default false' }) skipRulesExecution?: boolean;
  @UuidField({ description: 'Risk matrix for people' }) riskMatrixPersonId?: string;
  @UuidField({ description: 'Risk matrix for companies' }) riskMatrixCompanyId?: string;
  @EnumField(batchErrorHandlings, 'BatchErrorHandling', {
    description: 'Default `continue_collect_errors`; `rollback_all` cannot be used with `automatic_enriched`',
  })
  batchErrorHandling?: BatchErrorHandling;
  @EnumField(entityStatuses, 'EntityStatus', { description: 'For items that do not say it themselves' })
  status?: EntityStatus;
  @BooleanField({ description: 'For items that do not say it themselves' }) isClient?: boolean;
  @JsonObjectField({ description: 'Attributes for all items; those of an item itself take precedence' })
  attributes?: object;
  @JsonObjectField({ description: 'As of `POST /entities`' }) monitoring?: object;
  @NestedField(() => AutoExecuteBody, { description: 'Additional enrichments of each item' })
  autoExecuteIntegrations?: AutoExecuteBody;
  @NestedField(() => ChildEnrichmentsBody, { description: 'Enrichments of their partners' })
  autoExecuteIntegrationsShareholders?: ChildEnrichmentsBody;
  @IntegerField({ min: 0, max: 5, description: 'Levels of partners; default 1' }) depth?: number;
}
