import {
  InstantField,
  JsonObjectField,
  PageQuery,
  QueryBoolean,
  QueryEnumList,
  QueryInteger,
  TextArrayField,
  TextField,
  TrimmedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type ExecutionState, executionStates } from '../domain/execution.js';

class IntegrationsBody {
  @TextArrayField({
    ...{ max: limits.enrichmentCodes, maxText: 100, example: ['br_receita_cnpj'] },
    description: 'Each counts once; at least one must be given here or with `enrichmentGroupRefs`',
  })
  integrationCodes?: string[] | null;

  @TextArrayField({
    ...{ max: limits.enrichmentCodes, maxText: 100, example: ['onboarding-br'] },
    description: 'Groups of integrations, by id or slug; their integrations come first',
  })
  enrichmentGroupRefs?: string[] | null;

  @JsonObjectField({ description: 'What the integrations declare; `{}` where it is left out' })
  parameters?: Record<string, unknown> | null;
}

/** `POST /integration-execution/marketplace/enrichment`. */
export class EnrichmentBody extends IntegrationsBody {
  @UuidField({ required: true, description: 'A person or a company' }) entityId!: string;
}

/** `POST /integration-execution/marketplace/enrichment-by-external-id`. */
export class EnrichmentByExternalIdBody extends IntegrationsBody {
  @TrimmedField({ required: true, max: limits.externalIdCharacters, description: 'Of a person or a company' })
  externalId!: string;
}

/** Filters of `GET /integration-execution/executions`. Results match all of them. */
export class ListEnrichmentExecutionsQuery extends PageQuery {
  @TextField({ min: 1, max: 100, description: 'Code of an integration' }) integrationCode?: string;
  @QueryEnumList(executionStates, 'EnrichmentExecutionState') state?: ExecutionState[];
  @UuidField() entityId?: string;
  @InstantField({ description: 'When it was requested; inclusive' }) createdFrom?: string;
  @InstantField({ description: 'inclusive' }) createdTo?: string;
}

/** `GET /entities/{id}/enrichments`. */
export class EnrichmentHistoryQuery extends PageQuery {}

/** `GET /entities/{id}/enrichment-data`. */
export class EnrichmentDataQuery {
  @TextField({ max: 2_000, description: 'Codes with commas between them; all where it is left out' })
  integrationCode?: string;
  @QueryBoolean({ description: 'Whether raw data of the sources is included; default true' }) includeRaw?: boolean;
}

/** `GET /entities/{id}/normalized-enrichment`. */
export class NormalizedEnrichmentQuery {
  @QueryInteger({ min: 1, max: 2_147_483_647, description: 'An older version; the newest where it is left out' })
  version?: number;
}
