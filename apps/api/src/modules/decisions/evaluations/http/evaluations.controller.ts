import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { AnyKey, CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, notFound, RawJson, UuidParam, BodyExample, Query } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { evaluationItem, inputsOf, tracesOf } from '../domain/evaluation-view.js';
import { requireSensitiveAccess, maskFor } from '../domain/masking.js';
import { neighboursOf } from '../domain/neighbours.js';
import { toEvaluationTest } from '../domain/evaluation-test.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import { findWeakerDecisions } from '../domain/weaker-decisions.js';
import { ReadEvaluations } from '../use-cases/read-evaluations.js';
import { ReplayEvaluation } from '../use-cases/replay-evaluation.js';
import { summaryJson } from '../use-cases/decide-record.js';
import {
  EvaluationAnswerDto,
  type EvaluationDto,
  EvaluationListDto,
  EvaluationTestDto,
  ExplanationDto,
  ReplayDto,
} from '../dto/evaluation.dto.js';
import {
  EvaluationTestQuery,
  ExplainEvaluationQuery,
  ListEvaluationsQuery,
  ReadEvaluationQuery,
  ReplayBody,
} from '../dto/evaluation.queries.js';

const itemOf = (run: StoredEvaluation): EvaluationDto => {
  const { set, outcome } = run.decided;
  return evaluationItem(run, summaryJson(set, outcome, run.applied, 'full')) as unknown as EvaluationDto;
};

/** Stored evaluations. Reading those of a record requires the permission to read the record. */
@ApiTags('evaluations')
@Controller('evaluations')
export class EvaluationsController {
  constructor(
    private readonly reading: ReadEvaluations,
    private readonly replaying: ReplayEvaluation,
  ) {}

  /** Returns the evaluations, newest first, without those of records that the caller may not read. */
  @Get()
  @ApiOperation({ summary: 'List evaluations' })
  @AnyKey()
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: EvaluationListDto })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query() query: ListEvaluationsQuery,
  ): Promise<EvaluationListDto> {
    const { rows, pagination } = await this.reading.list(principal, query);
    return { success: true, evaluations: rows.map((run) => maskFor(principal, run.decided, itemOf(run))), pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an evaluation' })
  @AnyKey()
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: EvaluationAnswerDto })
  async get(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Evaluation') id: string,
    @Query() { include = [] }: ReadEvaluationQuery,
  ): Promise<EvaluationAnswerDto> {
    const run = await this.reading.get(principal, id);
    const evaluation = {
      ...itemOf(run),
      ...(include.includes('inputs') && inputsOf(run)),
      ...(include.includes('trace') && { trace: tracesOf(run, principal) }),
    };
    const whatIf = include.includes('whatIf') ? { whatIf: findWeakerDecisions(run, principal) } : {};
    const neighbours = include.includes('neighbours') ? { neighbours: neighboursOf(run, principal) } : {};
    return maskFor(principal, run.decided, { success: true, evaluation, ...whatIf, ...neighbours });
  }

  /** Explains the decision of the rules: every condition with its values. */
  @Get(':id/explain')
  @ApiOperation({ summary: 'Explain the decision of an evaluation' })
  @AnyKey()
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: ExplanationDto })
  async explain(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Evaluation') id: string,
    @Query() { ruleId, full }: ExplainEvaluationQuery,
  ): Promise<ExplanationDto> {
    const run = await this.reading.get(principal, id);
    const rules = tracesOf(run, principal, { ruleId: ruleId?.toLowerCase(), full: full ?? false });
    if (ruleId !== undefined && rules.length === 0) throw notFound('Rule that was evaluated');
    const { decision, decisionBecause } = run.decided.outcome;
    const { ruleSetVersion } = run.row;
    const told = { success: true, evaluationId: id, ruleSetVersion, decision, decisionBecause, rules } as const;
    return maskFor(principal, run.decided, told);
  }

  /**
   * Returns the record as a rule test, ready to paste. Tests use the defaults of parameters: if other values were in effect, the test
   * expects what the rule says with the defaults.
   */
  @Get(':id/test')
  @ApiOperation({ summary: 'Convert an evaluation to a test of a rule' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'TEST_NOT_EXPRESSIBLE')
  @ApiOkResponse({ type: EvaluationTestDto })
  async test(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Evaluation') id: string,
    @Query() { ruleId }: EvaluationTestQuery,
  ): Promise<EvaluationTestDto> {
    const run = await this.reading.get(principal, id);
    const rule = ruleId.toLowerCase();
    const test = toEvaluationTest(run, rule, await this.reading.parameterDefaults(principal.organizationId, rule));
    if (!test) throw notFound('Rule that was evaluated');
    requireSensitiveAccess(principal, run.decided, test.tree);
    return { success: true, source: test.source };
  }

  /** Repeats the decision from the stored inputs or from current data. Nothing is stored, and no action is executed. */
  @Post(':id/replay', { waitsOutside: true })
  @ApiOperation({ summary: 'Evaluate again with the stored inputs' })
  @BodyExample({ mode: 'inputs' })
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'RULE_SET_NOT_FOUND', 'ENGINE_VERSION_UNAVAILABLE', 'SERVICE_UNAVAILABLE')
  @ApiOkResponse({ type: ReplayDto })
  async replay(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Evaluation') id: string,
    @PostBody() body: ReplayBody,
  ): Promise<ReplayDto> {
    const { original, set, outcome, isEqual, differences } = await this.replaying.replay(principal, id, body);
    const { decided, applied } = original;
    const { decision, riskScore, totalScore } = decided.outcome;
    return maskFor(principal, decided, {
      success: true,
      equal: isEqual,
      evaluationId: id,
      ruleSetVersion: set.version,
      original: { decision, riskScore, totalScore },
      replayed: new RawJson(summaryJson(set, outcome, applied, 'full')),
      differences,
    });
  }
}
