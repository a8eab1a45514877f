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
  @CountryField({ description: 'ISO 3166-1 alpha-2; those for all countries are listed too' }) country?: string;
  @EnumField(integrationEntityTypes, 'IntegrationEntityType') entityType?: (typeof integrationEntityTypes)[number];
  @EnumField(integrationTypes, 'IntegrationType') type?: string;
  @QueryBoolean({ description: 'Whether the organization switched it on' }) enabled?: boolean;
  @TextField({ max: 200, description: 'Part of code, name or description' }) search?: string;
  @QueryInteger({ min: 1, max: limits.pageRows }) limit: number = limits.defaultPageRows;
  @QueryInteger({ min: 0, max: limits.pageOffset }) offset?: number;
}

/** `PUT /marketplace/integrations/{code}`. */
@ChangeBody()
export class SwitchIntegrationBody {
  @BooleanField({ required: true }) enabled!: boolean;
  @BooleanField({ description: 'Left out: as it is; an integration that is switched off monitors nothing' })
  monitoringEnabled?: boolean | null;
  @JsonObjectField({
    description:
      'By the names of its `settings`. One that is left out, or sent as it is shown, stays; null takes it away. Where an address leads to another host, secrets that are not sent anew are taken away',
    example: { apiKey: 'a key of the source' },
  })
  config?: Record<string, unknown> | null;
}

const slug = {
  min: 1,
  max: limits.enrichmentGroupSlugCharacters,
  // A slug that looks like an id could identify two groups.
  pattern: /^(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
  patternMessage: 'slug must be small letters and digits, with single hyphens or underscores between them, and no UUID',
  description: 'Names the group, as its id does',
  example: 'onboarding-br',
};
const codes = {
  ...{ min: 1, max: limits.enrichmentGroupCodes, maxText: 100 },
  ...{ description: 'Asked in this order; one that stands twice counts once', example: ['br_receita_cnpj'] },
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
