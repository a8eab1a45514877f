import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { marketplaceItem } from '@tamis/enrichment';

import { anyValueOrNull, Pagination } from '../../../../platform/http/index.js';
import type { EnrichmentGroup } from '../domain/enrichment-group.js';
import type { ListedIntegration } from '../use-cases/list-integrations.js';

export const integrationTypes = ['enrichment', 'check', 'service', 'list', 'kyc'] as const;
export const integrationEntityTypes = ['person', 'company'] as const;
const statuses = ['available', 'beta', 'deprecated'] as const;

class IntegrationParameterDto {
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['string', 'number', 'boolean'], enumName: 'IntegrationParameterType' }) type!: string;
  @ApiProperty() required!: boolean;
  @ApiProperty({ ...anyValueOrNull, description: 'Null: none' }) default!: unknown;
}

class IntegrationSettingDto {
  @ApiProperty() name!: string;
  @ApiProperty() description!: string;
  @ApiProperty() isSecret!: boolean;
  @ApiProperty({ description: 'Permission needed in production; the sandbox needs none' }) isRequired!: boolean;
  @ApiProperty() isSet!: boolean;
  @ApiPropertyOptional({ description: 'The last four characters of a secret, none of a short one' }) value?: string;
}

class IntegrationPricingDto {
  @ApiProperty({ type: 'integer', description: 'List price' }) basePriceCents!: number;
  @ApiProperty({ type: 'integer', description: 'Price for this organization' }) organizationPriceCents!: number;
  @ApiProperty({ enum: ['USD'] }) currency!: 'USD';
  @ApiProperty({ description: 'basePriceCents / 100' }) tokens!: number;
  @ApiProperty({ enum: ['success'] }) billedOn!: 'success';
}

class IntegrationSwitchDto {
  @ApiProperty() enabled!: boolean;
  @ApiProperty() monitoringEnabled!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) enabledAt!: string | null;
  @ApiProperty({ description: 'Enabled but required settings are missing: it cannot be called' }) blocked!: boolean;
}

export class IntegrationDto {
  @ApiProperty({ example: 'br_receita_cnpj' }) code!: string;
  @ApiProperty() name!: string;
  @ApiProperty() description!: string;
  @ApiProperty({ description: 'Documentation of the source' }) documentation!: string;
  @ApiProperty({ enum: integrationTypes, enumName: 'IntegrationType' }) type!: string;
  @ApiProperty({ type: [String], description: 'ISO 3166-1 alpha-2, or `GLOBAL`' }) countries!: readonly string[];
  @ApiProperty({ enum: integrationEntityTypes, enumName: 'IntegrationEntityType', isArray: true })
  entityTypes!: readonly string[];
  @ApiProperty({ type: [String], description: 'What must be known: `taxId or name` where either will do' })
  requiredFields!: readonly string[];
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    description: 'All fields of at least one of these groups must be known',
  })
  requiredOneOf!: readonly (readonly string[])[];
  @ApiProperty({ type: [IntegrationParameterDto] }) optionalParameters!: readonly IntegrationParameterDto[];
  @ApiProperty({ type: [String], description: 'Paths in the normalized data' }) providesFields!: readonly string[];
  @ApiProperty() supportsMonitoring!: boolean;
  @ApiProperty() supportsWithoutEntity!: boolean;
  @ApiProperty() pricing!: IntegrationPricingDto;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Of your executions in the last day; `null` without any',
  })
  averageExecutionMs!: number | null;
  @ApiProperty({ enum: statuses, enumName: 'IntegrationStatus' }) status!: string;
  @ApiProperty({ type: [IntegrationSettingDto] }) settings!: readonly IntegrationSettingDto[];
  @ApiProperty() organization!: IntegrationSwitchDto;

  static from({ provider, priceCents, switched, isBlocked, averageExecutionMs }: ListedIntegration): IntegrationDto {
    const { documentation, input, settings } = provider;
    const item = marketplaceItem(provider);
    return {
      ...{ ...item, documentation, requiredOneOf: input.oneOf },
      pricing: { ...item.pricing, organizationPriceCents: priceCents },
      averageExecutionMs,
      settings: settings.map(({ name, description, isSecret, isRequired }) => {
        const value = switched?.shown[name];
        const isSet = value !== undefined;
        return { name, description, isSecret, isRequired, isSet, ...(isSet && { value }) };
      }),
      organization: {
        enabled: switched?.enabled ?? false,
        monitoringEnabled: switched?.monitoringEnabled ?? false,
        enabledAt: switched?.enabledAt?.toISOString() ?? null,
        blocked: isBlocked,
      },
    };
  }
}

export class IntegrationListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [IntegrationDto] }) integrations!: readonly IntegrationDto[];
  @ApiProperty() pagination!: Pagination;
}

export class IntegrationResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() integration!: IntegrationDto;
}

export class EnrichmentGroupDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() slug!: string;
  @ApiProperty({ type: [String] }) integrationCodes!: readonly string[];
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;

  static from({ createdAt, updatedAt, ...group }: EnrichmentGroup): EnrichmentGroupDto {
    return { ...group, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  }
}

export class EnrichmentGroupListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [EnrichmentGroupDto] }) enrichmentGroups!: readonly EnrichmentGroupDto[];
  @ApiProperty() total!: number;
}

export class EnrichmentGroupResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() enrichmentGroup!: EnrichmentGroupDto;
}

export class DeletedGroupDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}
