import { exampleSource } from '../dto/example-rules.js';
import { Controller, Get, HttpCode, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
  getSchemaPath,
  ApiProperty,
  ApiOperation,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  CurrentPrincipal,
  assertPermission,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  BooleanField,
  EnumField,
  NestedArrayField,
  QueryUuidList,
  TextField,
  UuidField,
  BodyExample,
  exampleId,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ruleView } from '../domain/rule-view.js';
import { ApplyPlan } from '../use-cases/apply-plan.js';
import { toFiles, toSingleFile, ExportRules } from '../use-cases/export-rules.js';
import { PlanRules } from '../use-cases/plan-rules.js';
import { RuleCosts } from '../use-cases/rule-costs.js';
import { ArrayMinSize } from 'class-validator';
import { ruleLimits } from '../domain/rule-limits.js';
import { RuleFileBody } from '../dto/validate-rules.body.js';
import { ruleStatuses } from '../domain/rule-status.js';
import { gateErrors } from '../domain/rule-policy-gate.js';
import { RuleRecordDto } from '../dto/rule-record.dto.js';

const records = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

class RuleFileDto {
  @ApiProperty() name!: string;
  @ApiProperty() source!: string;
}

class ExportedRulesDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleFileDto], description: 'In the form that `POST /rules/plan` takes' })
  files!: readonly RuleFileDto[];
  @ApiProperty({ type: [RuleRecordDto] }) rules!: readonly object[];
}

class PlannedChangeDto {
  @ApiProperty({ enum: ['matrix', 'name'], required: false, description: 'Absent: a rule' }) kind?: string;
  @ApiProperty() key!: string;
  @ApiProperty({ enum: ['create', 'update', 'archive', 'same'] }) change!: string;
  @ApiProperty({ type: [String] }) words!: readonly string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'SHA-256 of the text that is stored now: compare it with that of the text the files are based on',
  })
  storedHash!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Who last changed the text that would be replaced' })
  changedBy!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) changedAt!: string | null;
}

class PlanTestsDto {
  @ApiProperty() passed!: number;
  @ApiProperty() failed!: number;
}

class RulesPlanDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: '`null` if the files have errors' })
  planId!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Version of the active rule set; `null` if there is none' })
  basedOn!: string | null;
  @ApiProperty({ type: [PlannedChangeDto] }) changes!: readonly PlannedChangeDto[];
  @ApiProperty(records) diagnostics!: readonly object[];
  @ApiProperty({ description: 'Of the rules that would change' }) tests!: PlanTestsDto;
}

class AppliedRuleDto {
  @ApiProperty() key!: string;
  @ApiProperty({ format: 'uuid' }) ruleId!: string;
  @ApiProperty() version!: number;
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
}

class StoredTextDto {
  @ApiProperty({ enum: ['matrix', 'name'], required: false, description: 'Absent: a rule' }) kind?: string;
  @ApiProperty() key!: string;
  @ApiProperty({ type: String, nullable: true, description: 'SHA-256 of its text; `null`: archived' })
  hash!: string | null;
}

class AppliedPlanDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [AppliedRuleDto] }) rules!: readonly AppliedRuleDto[];
  @ApiProperty({ type: [StoredTextDto], description: 'Everything in the plan' }) stored!: readonly StoredTextDto[];
}

const exportFormats = ['text', 'json'] as const;

/** Query of `GET /rules/export`. */
class ExportRulesQuery {
  @QueryUuidList({ description: 'Ids of rules, comma-separated; default: all that are not archived' })
  ruleIds?: string[];
  @UuidField({ description: 'The rules of this matrix' }) matrixId?: string;
  @EnumField(exportFormats, 'RuleExportFormat', { description: 'Default `text`' })
  format?: (typeof exportFormats)[number];
}

/** Body of `POST /rules/plan`. */
class PlanRulesBody {
  @NestedArrayField(() => RuleFileBody, { required: true, max: ruleLimits.plannedFiles })
  @ArrayMinSize(1)
  files!: RuleFileBody[];
  @BooleanField({ description: 'Default false: rules that are in none of the files stay' }) prune?: boolean;
}

/** Body of `POST /rules/apply`. */
class ApplyPlanBody {
  @UuidField({ required: true }) planId!: string;
  @TextField({ max: ruleLimits.reasonCharacters, description: 'Reason; stored with the versions' }) reason?:
    | string
    | null;
}

/** Rules as files, which a repository of rules reads and writes. */
@ApiTags('rules')
@Controller('rules')
export class RuleFilesController {
  constructor(
    private readonly costs: RuleCosts,
    private readonly exporting: ExportRules,
    private readonly planning: PlanRules,
    private readonly applying: ApplyPlan,
  ) {}

  /** Returns the newest versions of rules, with the shared names and matrices that they need. */
  @Get('export')
  @ApiOperation({ summary: 'Export rules as files' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', ['RISK_MATRIX_NOT_FOUND', 404], 'NAME_IN_USE')
  @ApiExtraModels(ExportedRulesDto)
  @ApiProduces('text/plain', 'application/json')
  @ApiOkResponse({
    content: {
      'text/plain': { schema: { type: 'string' } },
      'application/json': { schema: { $ref: getSchemaPath(ExportedRulesDto) } },
    },
  })
  async export(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() { format = 'text', ruleIds, matrixId }: ExportRulesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | ExportedRulesDto> {
    const exported = await this.exporting.export(organizationId, {
      ...(ruleIds && { ruleIds }),
      ...(matrixId !== undefined && { matrixId }),
    });
    if (format === 'json') {
      const costs = await this.costs.costsOf(organizationId, exported.rules, new Date());
      const rules = exported.rules.map((rule, index) => ruleView(rule, costs[index]!));
      return { success: true, files: toFiles(exported), rules };
    }
    const text = toSingleFile(exported);
    void reply.type('text/plain; charset=utf-8');
    return text;
  }

  /** Computes the changes that files would make. Only the plan is stored, for one day. */
  @Post('plan', { waitsOutside: true })
  @ApiOperation({ summary: 'Plan the changes of a set of rule files' })
  @BodyExample({ files: [{ name: 'payments.rules', source: exampleSource }] })
  @HttpCode(200)
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS')
  @ApiOkResponse({ type: RulesPlanDto })
  async plan(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { files, prune = false }: PlanRulesBody,
  ): Promise<RulesPlanDto> {
    return { success: true, ...(await this.planning.plan(principal, { files, prune }, new Date())) };
  }

  /**
   * Applies a plan completely or not at all. New rules are in progress and disabled, new versions of active rules wait for their
   * publication, and new matrices are drafts. Names in `shared.rules` that active rules use change immediately, through the gates of `PUT
   * /rules/library`.
   */
  @Post('apply')
  @ApiOperation({ summary: 'Apply a plan' })
  @BodyExample({ planId: exampleId, reason: 'As reviewed' })
  @HttpCode(200)
  @RequirePermission('rules:edit')
  @ApiErrors(
    'VALIDATION_ERROR',
    'FORBIDDEN',
    'NOT_FOUND',
    'PLAN_STALE',
    'DUPLICATE_KEY',
    'DUPLICATE_RULE_NAME',
    'INVALID_SOURCE',
    'NAME_IN_USE',
    ...gateErrors,
  )
  @ApiOkResponse({ type: AppliedPlanDto })
  async apply(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { planId, reason = null }: ApplyPlanBody,
  ): Promise<AppliedPlanDto> {
    assertPermission(principal, 'rules:create');
    const { rules, stored } = await this.applying.apply(principal, { planId, reason }, new Date());
    return {
      success: true,
      stored,
      rules: rules.map(({ id: ruleId, version, status, text }) => ({ key: text.form.key, ruleId, version, status })),
    };
  }
}
