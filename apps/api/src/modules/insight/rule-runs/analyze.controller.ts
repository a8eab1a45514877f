import { Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiPropertyOptional, ApiOperation } from '@nestjs/swagger';
import { itemCodes } from '@tamis/enrichment';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  ItemErrors,
  type ErrorCode,
  invalid,
  RawJson,
  RouteSettings,
  UuidParam,
  BodyExample,
} from '../../../platform/http/index.js';
import { LastStep, Post, PostBody } from '../../../platform/idempotency/index.js';
import { EvaluatedEntities } from '../../parties/entities/index.js';
import {
  type RecordSource,
  evaluationResponse,
  EvaluateOnDemand,
  maskedResponse,
  RulesExecutionSummaryDto,
  RulesResultDto,
} from '../../decisions/evaluations/index.js';
import { TransactionRecordSource } from '../../events/transactions/index.js';
import { UserEventRecordSource } from '../../events/user-events/index.js';
import { toAnalysis } from './analysis.js';
import { EnrichIfNeeded, type NeededEnrichment } from './enrich-if-needed.js';
import { AnalyzeEntityBody, AnalyzeRecordBody } from './rule-runs.bodies.js';

const nullableText = { type: String, nullable: true } as const;

class RuleCoverageDto {
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ minimum: 0, maximum: 1 }) share!: number;
  @ApiProperty({ type: [String] }) missing!: readonly string[];
}

class CoverageDto {
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Fields of conditions that have a value' })
  share!: number;
  @ApiProperty({ type: [String], description: 'Fields of conditions without a value' }) missing!: readonly string[];
  @ApiPropertyOptional({ type: [RuleCoverageDto], description: 'With `full`' }) rules?: readonly RuleCoverageDto[];
}

class ScoredRuleDto {
  @ApiProperty({ description: 'Name of the rule' }) factor!: string;
  @ApiProperty({ description: 'Its score' }) impact!: number;
  @ApiProperty() description!: string;
}

class FailedIntegrationDto {
  @ApiProperty() integrationCode!: string;
  @ApiProperty({ description: 'as `error.code` of an enrichment' }) code!: string;
}

class NeededEnrichmentDto {
  @ApiProperty({ format: 'uuid' }) requestId!: string;
  @ApiProperty({ enum: ['processing', 'completed', 'failed'] }) status!: 'processing' | 'completed' | 'failed';
  @ApiProperty({ type: [String], description: 'Requested integrations' }) integrationCodes!: readonly string[];
  @ApiProperty({ type: [FailedIntegrationDto] }) failed!: readonly FailedIntegrationDto[];
  @ApiProperty() totalCostCents!: number;
}

class AnalysisMetadataDto {
  @ApiProperty({ type: [String], description: 'Executed integrations' }) riskMatrixIds!: readonly string[];
  @ApiProperty({ ...nullableText, description: 'Name of the first one' }) riskMatrixName!: string | null;
  @ApiPropertyOptional({ type: NeededEnrichmentDto, description: 'With `enrichIfNeeded`, where something was missing' })
  enrichment?: NeededEnrichmentDto;
}

class AnalysisDto {
  @ApiProperty({ ...nullableText, format: 'uuid', description: 'Id of the stored evaluation; `null` in a dry run' })
  id!: string | null;
  @ApiProperty({ format: 'uuid', description: 'Of the record' }) entityId!: string;
  @ApiProperty({ enum: ['transaction', 'person', 'company', 'user_event'], enumName: 'EvaluatedRecord' })
  entityType!: string;
  @ApiProperty({ minimum: 0, maximum: 100 }) overallRiskScore!: number;
  @ApiProperty({ enum: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] }) riskLevel!: string;
  @ApiProperty({ minimum: 0, maximum: 1, description: 'Share of the fields in conditions that had a value' })
  confidence!: number;
  @ApiProperty() rulesTriggered!: number;
  @ApiProperty() rulesExecuted!: number;
  @ApiProperty() rulesUnknown!: number;
  @ApiProperty() executionTimeMs!: number;
  @ApiProperty({ type: [ScoredRuleDto] }) riskFactors!: readonly ScoredRuleDto[];
  @ApiProperty({ type: [String] }) recommendations!: readonly string[];
  @ApiPropertyOptional() coverage?: CoverageDto;
  @ApiProperty({ example: 'rs_4f0c…' }) ruleSetVersion!: string;
  @ApiProperty({ type: String, format: 'date-time' }) analyzedAt!: Date;
  @ApiProperty({ ...nullableText, description: 'User or API key that requested it' }) triggeredBy!: string | null;
  @ApiProperty() metadata!: AnalysisMetadataDto;
}

class AnalysisAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() data!: AnalysisDto;
  @ApiProperty({ type: RulesResultDto, description: 'decision, scores and alerts' }) rulesResult!: object;
  @ApiProperty({
    type: RulesExecutionSummaryDto,
    description: 'every evaluated rule and the results of its actions',
  })
  rulesExecutionSummary!: object;
}

const Analyzes = (...more: readonly ErrorCode[]): MethodDecorator =>
  ApiErrors(
    ...more,
    'VALIDATION_ERROR',
    'INVALID_ENTITY_TYPE',
    'NOT_FOUND',
    'ENTITY_NOT_FOUND',
    'RISK_MATRIX_NOT_FOUND',
    'SHARED_RESOURCE_NOT_ENABLED',
    'NO_ACTIVE_RULES',
    'SERVICE_UNAVAILABLE',
  );

/** Evaluates all rules about a stored record on request. Also requires the permission to read the record. */
@Controller()
export class AnalyzeController {
  constructor(
    private readonly rules: EvaluateOnDemand,
    private readonly entities: EvaluatedEntities,
    private readonly transactions: TransactionRecordSource,
    private readonly userEvents: UserEventRecordSource,
    private readonly enriching: EnrichIfNeeded,
  ) {}

  /** Evaluates the rules on a person or company, stores the evaluation, and applies the actions of the rules. */
  @Post('entities/:id/analyze', { waitsOutside: true })
  @ApiOperation({ summary: 'Evaluate the active rules for an entity' })
  @BodyExample({ coverage: 'full', dryRun: true })
  @ApiTags('entities')
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @RouteSettings({ errorShape: 'entity' })
  @Analyzes('INSUFFICIENT_BALANCE')
  @ItemErrors(...itemCodes)
  @ApiOkResponse({ type: AnalysisAnswerDto })
  async analyzeEntity(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @PostBody() body: AnalyzeEntityBody,
  ): Promise<AnalysisAnswerDto | LastStep<AnalysisAnswerDto>> {
    const { enrichIfNeeded = false, providerCodes = null, dryRun = false } = body;
    if (!enrichIfNeeded && providerCodes !== null) throw invalid({ providerCodes: 'requires `enrichIfNeeded`' });
    if (enrichIfNeeded && dryRun)
      throw invalid({ enrichIfNeeded: 'stores what it finds, but a dry run stores nothing' });
    const enrichment = enrichIfNeeded ? await this.enriching.enrich(principal, id, providerCodes) : null;
    return new LastStep(() => this.analyze(this.entities, principal, id, { ...body, enrichment }));
  }

  /** Evaluates the rules on a stored payment, with the current data of its parties. */
  @Post('transactions/:id/analyze')
  @ApiOperation({ summary: 'Evaluate the active rules for a transaction' })
  @BodyExample({ coverage: 'summary', dryRun: true })
  @ApiTags('transactions')
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @Analyzes()
  @ApiOkResponse({ type: AnalysisAnswerDto })
  analyzeTransaction(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Transaction') id: string,
    @PostBody() body: AnalyzeRecordBody,
  ): Promise<AnalysisAnswerDto> {
    return this.analyze(this.transactions, principal, id, body);
  }

  /** Evaluates the rules on a stored user event, with the current data of its entity and device. */
  @Post('events/user/:id/analyze')
  @ApiOperation({ summary: 'Evaluate the active rules for a user event' })
  @BodyExample({ coverage: 'none' })
  @ApiTags('user events')
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @Analyzes()
  @ApiOkResponse({ type: AnalysisAnswerDto })
  analyzeUserEvent(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'User event') id: string,
    @PostBody() body: AnalyzeRecordBody,
  ): Promise<AnalysisAnswerDto> {
    return this.analyze(this.userEvents, principal, id, body);
  }

  private async analyze(
    records: RecordSource,
    principal: Principal,
    id: string,
    {
      riskMatrixIds = [],
      coverage = 'summary',
      dryRun: isDry = false,
      enrichment = null,
      ...body
    }: AnalyzeEntityBody & { readonly enrichment?: NeededEnrichment | null },
  ): Promise<AnalysisAnswerDto> {
    const found = await records.find(principal.organizationId, id);
    if (body.entityType != null && body.entityType !== found.recordType)
      throw new ApiError('INVALID_ENTITY_TYPE', `The entity is of type ${found.recordType}`);
    const report = await this.rules.evaluate(principal, found, { matrixIds: riskMatrixIds, isDryRun: isDry });
    const answer = maskedResponse(principal, report, evaluationResponse(report));
    const analysis = toAnalysis(report, coverage, principal.actor.id);
    return {
      success: true,
      data: enrichment ? { ...analysis, metadata: { ...analysis.metadata, enrichment } } : analysis,
      rulesResult: new RawJson(answer.rulesResult),
      rulesExecutionSummary: new RawJson(answer.rulesExecutionSummary),
    };
  }
}
