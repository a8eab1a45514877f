import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { RulesExecutionSummaryDto, RulesResultDto } from '../../../decisions/evaluations/index.js';
import { type Execution, type ExecutionState, executionStates } from '../domain/execution.js';
import type { ShownExecution } from '../use-cases/read-enrichments.js';

const freeObject = { type: 'object', additionalProperties: true } as const;
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;

class EnrichmentProblemDto {
  @ApiProperty({ example: 'PROVIDER_TIMEOUT' }) code!: string;
  @ApiProperty() message!: string;
}

export class DataQualityDto {
  @ApiProperty() overall!: number;
  @ApiProperty() completeness!: number;
  @ApiProperty() confidence!: number;
  @ApiProperty() freshness!: number;
  @ApiProperty() consistency!: number;
  @ApiProperty({ example: 'official' }) sourceReliability!: string;
  @ApiProperty({ format: 'date-time' }) lastUpdated!: string;
}

class EnrichmentResultDto {
  @ApiProperty({ type: [String] }) fieldsEnriched!: readonly string[];
  @ApiProperty({ type: DataQualityDto }) dataQuality!: object;
  @ApiProperty() summary!: string;
  @ApiProperty(freeObject) enrichmentData!: object;
}

/** One integration of a request. */
export class EnrichmentItemDto {
  @ApiProperty() success!: boolean;
  @ApiProperty({ format: 'uuid' }) enrichmentId!: string;
  @ApiProperty({ example: 'br_receita_cnpj' }) integrationCode!: string;
  @ApiProperty() integrationName!: string;
  @ApiPropertyOptional({ type: EnrichmentResultDto, description: 'If it succeeded' }) result?: EnrichmentResultDto;
  @ApiProperty({ description: 'Milliseconds' }) executionTime!: number;
  @ApiProperty({ description: 'Cents; 0 where it failed' }) costCents!: number;
  @ApiPropertyOptional({ type: EnrichmentProblemDto, description: 'If it failed' }) error?: EnrichmentProblemDto;

  static from({ execution, integrationName, mapped }: ShownExecution): EnrichmentItemDto {
    const { id, leaderId, integrationCode, state, outcome, problem, executionMs, chargedCents } = execution;
    const fieldsEnriched = outcome?.fieldsEnriched ?? [];
    const error = problem ?? { code: 'PROVIDER_TIMEOUT', message: 'It has not ended yet and continues' };
    return {
      success: state === 'succeeded',
      enrichmentId: leaderId ?? id,
      integrationCode,
      integrationName,
      ...(outcome && {
        result: {
          fieldsEnriched,
          dataQuality: outcome.dataQuality,
          enrichmentData: mapped ?? {},
          summary: `${integrationName}: ${fieldsEnriched.length} fields`,
        },
      }),
      executionTime: executionMs,
      costCents: chargedCents,
      ...(state !== 'succeeded' && { error }),
    };
  }
}

export class EnrichmentResponseDto {
  @ApiProperty({ description: 'Whether all integrations succeeded' }) success!: boolean;
  @ApiProperty({ format: 'uuid', description: 'Id of the request, for `/integration-execution/requests/{id}`' })
  enrichmentRequestId!: string;
  @ApiProperty({ type: [EnrichmentItemDto], description: 'In the requested order' })
  results!: readonly EnrichmentItemDto[];
  @ApiProperty() totalCostCents!: number;
  @ApiProperty({ description: 'Duration in milliseconds' }) totalExecutionTime!: number;
  @ApiPropertyOptional({ type: RulesResultDto, description: 'If rules were evaluated' }) rulesResult?: object;
  @ApiPropertyOptional({ type: RulesExecutionSummaryDto, description: 'If rules were evaluated' })
  rulesExecutionSummary?: object;
  @ApiPropertyOptional({
    enum: [true],
    description: 'If evaluating rules failed repeatedly: analyze the entity again',
  })
  rulesFailed?: true;
  @ApiPropertyOptional({ format: 'uuid', description: 'If the entity was named by its external id' })
  entityId?: string;
  @ApiPropertyOptional({ description: 'If the entity was named by it' }) externalId?: string;
}

/** Response to `Prefer: respond-async`, or to a request that takes too long. */
export class AcceptedEnrichmentDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({ enum: ['processing'] }) status!: 'processing';
}

export class EnrichmentRequestDto extends EnrichmentResponseDto {
  @ApiProperty({ enum: ['processing', 'completed', 'failed'], enumName: 'EnrichmentRequestStatus' }) status!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) declare entityId: string;
}

/** One queried integration, regardless of its result. */
export class EnrichmentExecutionDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: '`null` if it is not about a stored entity',
  })
  entityId!: string | null;
  @ApiProperty({ example: 'br_receita_cnpj' }) integrationCode!: string;
  @ApiProperty() integrationName!: string;
  @ApiProperty({ enum: executionStates, enumName: 'EnrichmentExecutionState' }) state!: ExecutionState;
  @ApiProperty({ description: 'Whether the same execution had already been requested, and its result is reused' })
  cached!: boolean;
  @ApiProperty({ description: 'Cents; 0 where it failed' }) costCents!: number;
  @ApiProperty({ description: 'Milliseconds' }) executionTime!: number;
  @ApiProperty({ type: EnrichmentProblemDto, nullable: true }) error!: EnrichmentProblemDto | null;
  @ApiProperty({ type: String, nullable: true, description: 'Id of the API key or user' }) triggeredBy!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty(nullableTime) finishedAt!: Date | null;

  static from(execution: Execution, integrationName: string): EnrichmentExecutionDto {
    const { id, requestId, entityId, integrationCode, state, leaderId, chargedCents, executionMs } = execution;
    const { problem: error, triggeredBy, createdAt, finishedAt } = execution;
    return {
      ...{ id, requestId, entityId, integrationCode, integrationName, state, cached: leaderId !== null },
      ...{ costCents: chargedCents, executionTime: executionMs, error, triggeredBy },
      ...{ createdAt: createdAt.toISOString(), finishedAt },
    };
  }
}

export class EnrichmentExecutionPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [EnrichmentExecutionDto], description: 'Newest first' })
  executions!: readonly EnrichmentExecutionDto[];
  @ApiProperty() pagination!: Pagination;
}

export class EnrichmentHistoryItemDto extends EnrichmentItemDto {
  @ApiProperty({ format: 'date-time' }) executedAt!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Id of the API key or user' }) triggeredBy!: string | null;
}

export class EnrichmentHistoryDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [EnrichmentHistoryItemDto] }) enrichments!: readonly EnrichmentHistoryItemDto[];
  @ApiProperty() pagination!: Pagination;
}

class EnrichmentSourceDto {
  @ApiProperty() integrationCode!: string;
  @ApiProperty({ format: 'uuid' }) enrichmentId!: string;
  @ApiProperty({ format: 'date-time' }) fetchedAt!: string;
  @ApiProperty() confidence!: number;
}

export class NormalizedEnrichmentDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty() entityType!: string;
  @ApiProperty({ type: String, nullable: true }) countryCode!: string | null;
  @ApiProperty() version!: number;
  @ApiProperty({ type: [EnrichmentSourceDto] }) sources!: readonly EnrichmentSourceDto[];
  @ApiProperty(freeObject) normalized!: object;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) fieldSources!: object;
  @ApiProperty({ type: DataQualityDto }) dataQuality!: object;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;
}

export class NormalizedEnrichmentResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: NormalizedEnrichmentDto }) data!: NormalizedEnrichmentDto;
}

class KnownEnrichmentDto {
  @ApiProperty({ format: 'uuid' }) enrichmentId!: string;
  @ApiProperty() integrationName!: string;
  @ApiProperty({ enum: ['success', 'failed'], description: 'Of the latest execution' }) status!: string;
  @ApiProperty({ ...freeObject, nullable: true, description: 'Of the latest successful execution' }) mapped!:
    | object
    | null;
  @ApiPropertyOptional({ description: 'As the source sent it; requires `entities:read_sensitive`' }) raw?: unknown;
  @ApiProperty({ type: String, format: 'date-time' }) executedAt!: Date;
  @ApiProperty({ description: 'Milliseconds' }) executionTime!: number;
  @ApiProperty() costCents!: number;
  @ApiProperty({ description: 'Whether the same execution had already been requested' }) cached!: boolean;
}

class EnrichmentDataDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/KnownEnrichmentDto' },
    description: 'Keyed by integration code',
  })
  enrichments!: Readonly<Record<string, KnownEnrichmentDto>>;
  @ApiProperty({ type: NormalizedEnrichmentDto, nullable: true }) normalized!: NormalizedEnrichmentDto | null;
  @ApiProperty(nullableTime) lastEnrichedAt!: Date | null;
}

export class EnrichmentDataResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() hasEnrichmentData!: boolean;
  @ApiProperty({ type: EnrichmentDataDto }) data!: EnrichmentDataDto;
}

export { KnownEnrichmentDto };
