import {
  BooleanField,
  CountryField,
  EnumField,
  JsonObjectField,
  NameField,
  QueryBoolean,
  QueryInteger,
  ReadOnlyField,
  TextArrayField,
  TextField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { integrationEntityTypes, integrationTypes } from './integration.dto.js';

/** Query of `GET /marketplace/integrations`. */
export class IntegrationsQuery {
  @CountryField({ description: 'ISO 3166-1 alpha-2; includes integrations for all countries' }) country?: string;
  @EnumField(integrationEntityTypes, 'IntegrationEntityType') entityType?: (typeof integrationEntityTypes)[number];
  @EnumField(integrationTypes, 'IntegrationType') type?: string;
  @QueryBoolean({ description: 'Whether the organization enabled it' }) enabled?: boolean;
  @TextField({ max: 200, description: 'Part of code, name or description' }) search?: string;
  @QueryInteger({ min: 1, max: limits.pageRows }) limit: number = limits.defaultPageRows;
  @QueryInteger({ min: 0, max: limits.pageOffset }) offset?: number;
}

/** `PUT /marketplace/integrations/{code}`. */
@ChangeBody()
export class SwitchIntegrationBody {
  @BooleanField({ required: true }) enabled!: boolean;
  @BooleanField({ description: 'Omitted: unchanged; an integration that is disabled monitors nothing' })
  monitoringEnabled?: boolean | null;
  @JsonObjectField({
    description:
      'Keyed by the names of its `settings`. A setting that is omitted or sent back in masked form stays unchanged; null removes it. If an address changes to another host, secrets that are not sent again are removed',
    example: { apiKey: 'an API key of the source' },
  })
  config?: Record<string, unknown> | null;
}

const slug = {
  min: 1,
  max: limits.enrichmentGroupSlugCharacters,
  // A slug that looks like an id could identify two groups.
  pattern: /^(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
  patternMessage:
    'slug must consist of lowercase letters and digits, with single hyphens or underscores between them, and must not be a UUID',
  description: 'Identifies the group, like its id',
  example: 'onboarding-br',
};
const codes = {
  ...{ min: 1, max: limits.enrichmentGroupCodes, maxText: 100 },
  ...{ description: 'Called in this order; duplicates count once', example: ['br_receita_cnpj'] },
};

class GroupBody {
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() createdAt?: unknown;
  @ReadOnlyField() updatedAt?: unknown;
}

/** `POST /marketplace/enrichment-groups`. */
export class CreateGroupBody extends GroupBody {
  @NameField({ required: true, max: limits.enrichmentGroupNameCharacters }) name!: string;
  @TextField({ ...slug, required: true }) slug!: string;
  @TextArrayField({ ...codes, required: true }) integrationCodes!: string[];
}

/** `PATCH /marketplace/enrichment-groups/{idOrSlug}`: omitted members stay unchanged. */
@ChangeBody()
export class ChangeGroupBody extends GroupBody {
  @NameField({ max: limits.enrichmentGroupNameCharacters }) name?: string | null;
  @TextField(slug) slug?: string | null;
  @TextArrayField(codes) integrationCodes?: string[] | null;
}
