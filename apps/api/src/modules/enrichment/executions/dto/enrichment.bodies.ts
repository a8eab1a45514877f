import {
  JsonObjectField,
  PageQuery,
  QueryBoolean,
  QueryInteger,
  TextArrayField,
  TextField,
  TrimmedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

class IntegrationsBody {
  @TextArrayField({
    ...{ max: limits.enrichmentCodes, maxText: 100, example: ['br_receita_cnpj'] },
    description: 'Each counts once; at least one here or by `enrichmentGroupRefs`',
  })
  integrationCodes?: string[] | null;

  @TextArrayField({
    ...{ max: limits.enrichmentCodes, maxText: 100, example: ['onboarding-br'] },
    description: 'Groups of integrations, by id or slug; theirs come first',
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

/** `GET /entities/{id}/enrichments`. */
export class EnrichmentHistoryQuery extends PageQuery {}

/** `GET /entities/{id}/enrichment-data`. */
export class EnrichmentDataQuery {
  @TextField({ max: 2_000, description: 'Codes with commas between them; all where it is left out' })
  integrationCode?: string;
  @QueryBoolean({ description: 'Whether what sources sent is shown; default true' }) includeRaw?: boolean;
}

/** `GET /entities/{id}/normalized-enrichment`. */
export class NormalizedEnrichmentQuery {
  @QueryInteger({ min: 1, description: 'An older version; the newest where it is left out' }) version?: number;
}
