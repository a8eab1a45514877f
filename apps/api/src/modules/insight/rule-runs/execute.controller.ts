import { Controller, HttpCode, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import {
  ApiErrors,
  invalid,
  memberText,
  providedFields,
  RouteSettings,
  UuidParam,
  BooleanField,
  IntegerField,
  JsonObjectField,
  NestedField,
  UuidArrayField,
  BodyExample,
  exampleId,
} from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import { RuleCandidates, ReadUnsavedForm, UnsavedRulesBody, exampleSource } from '../../rules/rules/index.js';
import { ExecuteRules } from './execute-rules.js';
import { ExecutedRuleDto, ExecutedRulesDto } from './execute.dto.js';
import { ArrayMinSize } from 'class-validator';
import { NamedRecordBody, ChosenRecordBody } from './rule-runs.bodies.js';

/** Body of `POST /rules/{id}/execute`. */
class ExecuteRuleBody extends NamedRecordBody {
  @IntegerField({ min: 1, description: 'Default: the deciding version, or else the newest' }) version?: number;
  @BooleanField({ description: 'Default false; true stores nothing and applies no actions' }) testMode?: boolean;
  @BooleanField({ description: 'Default false; true includes `trace`' }) includeDebug?: boolean;
}

/** Maximum number of records per request. */
const recordsPerExecution = 50;

/** Body of `POST /rules/execute`. */
class ExecuteRulesBody extends UnsavedRulesBody {
  @NestedField(() => ChosenRecordBody, { description: 'One record' }) on?: ChosenRecordBody;
  @UuidArrayField({
    max: recordsPerExecution,
    description: 'Several records of the target of the first rule, instead of `on`',
  })
  @ArrayMinSize(1)
  records?: string[];
  @IntegerField({
    min: 1,
    max: recordsPerExecution,
    description: 'The newest records of the target of the first rule, instead of `on`',
  })
  recent?: number;
  @JsonObjectField({ description: 'Values of parameters by name, for this request' }) params?: Record<string, unknown>;
  @BooleanField({ description: 'Default false; true includes `trace`' }) includeDebug?: boolean;
}

/** Evaluates single rules on records. Also requires the permission to read such records. */
@ApiTags('rules')
@Controller('rules')
export class ExecuteController {
  constructor(
    private readonly rules: ExecuteRules,
    private readonly candidates: RuleCandidates,
    private readonly parts: ReadUnsavedForm,
  ) {}

  /**
   * Evaluates unsaved rules on one record, which may be in the request, on several, or on the newest ones. Stores nothing, and executes no
   * actions.
   */
  @Post('execute')
  @ApiOperation({ summary: 'Evaluate unsaved rules on records' })
  @BodyExample({ source: exampleSource, recent: 10 })
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @RouteSettings({ exactMembers: ['on.record.amount'] })
  @ApiErrors(
    'VALIDATION_ERROR',
    'TOO_MANY_ITEMS',
    'INVALID_ENTITY_TYPE',
    'NOT_FOUND',
    'ENTITY_NOT_FOUND',
    'INVALID_ENTITY_REFERENCES',
    'INVALID_TAX_ID',
    'INVALID_SOURCE',
    'INVALID_CONDITIONS',
    'INVALID_ACTIONS',
    'RISK_MATRIX_NOT_FOUND',
  )
  @ApiOkResponse({ type: ExecutedRulesDto })
  async executeUnsaved(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: ExecuteRulesBody,
    @Req() { rawBody = '{}' }: FastifyRequest,
  ): Promise<ExecutedRulesDto> {
    const { organizationId } = principal;
    const { source, records, recent, params = {}, includeDebug = false } = providedFields(body);
    const on = body.on && { ...body.on, raw: rawRecord(rawBody) };
    const form = await this.parts.read(organizationId, body);
    if ((source == null) === (form === null))
      throw invalid({ source: 'give either source, or conditions with the other fields' });
    const candidate = await this.candidates.fromUnsaved(organizationId, form ? { form } : { source: source! }, params);
    const results = await this.rules.executeUnsaved(principal, candidate, { on, records, recent }, includeDebug);
    const counted = (wanted: string): number => results.filter(({ outcome }) => outcome === wanted).length;
    return {
      success: true,
      ruleSetVersion: candidate.set.version,
      ruleSetCandidate: true,
      diagnostics: candidate.diagnostics,
      results,
      counts: { hit: counted('hit'), noHit: counted('no_hit'), unknown: counted('unknown') },
    };
  }

  /** Evaluates one stored rule on one record. Executes its actions and stores the evaluation, unless it is a test. */
  @Post(':id/execute')
  @ApiOperation({ summary: 'Evaluate one rule on a record' })
  @BodyExample({ transactionId: exampleId, testMode: true })
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_ENTITY_TYPE',
    'NOT_FOUND',
    'ENTITY_NOT_FOUND',
    'RULE_NOT_ACTIVE',
    'INVALID_SOURCE',
    'SERVICE_UNAVAILABLE',
  )
  @ApiOkResponse({ type: ExecutedRuleDto })
  async executeStored(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @PostBody() body: ExecuteRuleBody,
  ): Promise<ExecutedRuleDto> {
    return { success: true, ...(await this.rules.executeStored(principal, id, body)) };
  }
}

/** Returns the record in the request, exactly as spelled. */
const rawRecord = (rawBody: string): string => memberText(memberText(rawBody, 'on') ?? '{}', 'record') ?? '{}';
