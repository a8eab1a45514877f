import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiTags,
  ApiOperation,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  BodyExample,
  exampleId,
  notFound,
  PageQuery,
  UuidParam,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { approvalView } from '../domain/rule-approval.js';
import { gateErrors } from '../domain/rule-policy-gate.js';
import { ChangeRules } from '../use-cases/change-rules.js';
import { ChangeRule } from '../use-cases/change-rule.js';
import { CreateRule } from '../use-cases/create-rule.js';
import { GetRule } from '../use-cases/get-rule.js';
import { ListRules } from '../use-cases/list-rules.js';
import { ReadGates } from '../use-cases/read-gates.js';
import { ShowRule } from '../use-cases/show-rule.js';
import { RuleVersions } from '../use-cases/rule-versions.js';
import { ChangeRuleBody, CreateRuleBody } from '../dto/rule.bodies.js';
import { ChangedRulesDto, ChangeRulesBody } from '../dto/change-rules.body.js';

import { shownOrPending } from './rule-approvals.controller.js';
import { ListRulesQuery } from '../dto/list-rules.query.js';
import { ReadGatesQuery, RuleGatesDto, ruleGatesView } from '../dto/rule-gates.dto.js';
import { PendingChangeDto, RuleWithApprovalDto } from '../dto/rule-approvals.dto.js';
import { ArchivedRuleDto, CreatedRuleDto, RuleAnswerDto, RuleListDto, RuleVersionListDto } from '../dto/rule.dto.js';

/** Bodies of `POST /rules`, as the OpenAPI document shows them. */
const createRuleExamples = {
  text: {
    summary: 'As text',
    value: {
      source: `rule large_transfer "A large transfer" {
  on       transaction (created)
  category aml
  priority 80
  score    35

  let sent_24h = count(transactions from origin in last 24h where type = "TRANSFER")

  when transaction.amount >= 10_000 USD
   and sent_24h > 3

  then alert HIGH "{origin.name}: {sent_24h} transfers in a day" once per origin in 24h
       suggest SUSPEND
}
`,
    },
  },
  json: {
    summary: 'As JSON',
    value: {
      name: 'A cash payment from abroad',
      category: 'aml',
      score: 20,
      unknown: 'review',
      targetEntityTypes: ['transaction'],
      conditions: {
        operator: 'AND',
        conditions: [
          { field: 'paymentMethod', operator: 'eq', value: 'CASH' },
          { field: 'originEntity.countryCode', operator: 'neq', valueField: 'destinationEntity.countryCode' },
        ],
      },
      actions: [
        { type: 'createAlert', createAlert: { severity: 'MEDIUM', title: 'Cash from {origin.countryCode}' } },
        { type: 'suggestion', suggestion: { value: 'FLAG' } },
      ],
    },
  },
};

/** Bodies of `PATCH /rules/{id}`. */
const changeRuleExamples = {
  publish: { summary: 'Put in force', value: { status: 'active', reason: 'Tested on last month' } },
  score: { summary: 'Change a part', value: { score: 40, ifVersion: 2 } },
  stop: { summary: 'Stop at once', value: { enabled: false } },
};

/** The errors for which the text or JSON of a rule can be rejected. */
const textErrors = [
  'INVALID_SOURCE',
  'INVALID_CONDITIONS',
  'INVALID_ACTIONS',
  'SOURCE_MISMATCH',
  'RISK_MATRIX_NOT_FOUND',
] as const;

@ApiTags('rules')
@Controller('rules')
export class RulesController {
  constructor(
    private readonly createRule: CreateRule,
    private readonly changeRule: ChangeRule,
    private readonly changeRules: ChangeRules,
    private readonly getRule: GetRule,
    private readonly listRules: ListRules,
    private readonly versions: RuleVersions,
    private readonly gates: ReadGates,
    private readonly show: ShowRule,
  ) {}

  /** Stores a rule as in progress and disabled. Semantic errors are findings of `aiReview`; syntax errors are rejected. */
  @Post()
  @ApiOperation({ summary: 'Make a rule' })
  @RequirePermission('rules:create')
  @ApiBody({ type: CreateRuleBody, examples: createRuleExamples })
  @ApiErrors('VALIDATION_ERROR', 'DUPLICATE_RULE_NAME', 'DUPLICATE_RULE_KEY', 'DUPLICATE_EXTERNAL_ID', ...textErrors)
  @ApiCreatedResponse({ type: CreatedRuleDto })
  async create(@CurrentPrincipal() principal: Principal, @PostBody() body: CreateRuleBody): Promise<CreatedRuleDto> {
    const now = new Date();
    const { rule, review } = await this.createRule.create(principal, body, now);
    return { success: true, rule: await this.show.view(principal, rule, now), aiReview: review };
  }

  /** Lists own rules. With the `riskMatrixId` of a matrix that the parent organization shares, lists all rules of that matrix. */
  @Get()
  @ApiOperation({ summary: 'List rules' })
  @RequirePermission('rules:read')
  @ApiOkResponse({ type: RuleListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal, @Query() query: ListRulesQuery): Promise<RuleListDto> {
    const now = new Date();
    const { page, pageSize } = query;
    const own = await this.listRules.list(organizationId, query);
    const shared = own.total === 0 ? await this.listRules.listShared(organizationId, query, now) : null;
    const rules = shared?.rules ?? (await this.listRules.toViews(organizationId, own.rules, query.include ?? [], now));
    const total = shared?.total ?? own.total;
    return {
      success: true,
      rules,
      total,
      page,
      pageSize,
      totalPages: Math.ceil(total / pageSize),
    };
  }

  /** Also returns a rule of a risk matrix that the parent organization shares, without its comments and tests. */
  @Get(':id')
  @ApiOperation({ summary: 'Read a rule' })
  @RequirePermission('rules:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: RuleAnswerDto })
  async get(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Rule') id: string): Promise<RuleAnswerDto> {
    const found = await this.getRule.find(principal.organizationId, id);
    return { success: true, rule: await this.show.view(principal, found, new Date()) };
  }

  /** Lists all versions, newest first, with a description of what changed. */
  @Get(':id/versions')
  @ApiOperation({ summary: 'List the versions of a rule' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: RuleVersionListDto })
  async listVersions(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: PageQuery,
  ): Promise<RuleVersionListDto> {
    const { rows, pagination } = await this.versions.list(organizationId, id, query);
    return { success: true, versions: rows, pagination };
  }

  /** Returns the record as it was, in both forms. */
  @Get(':id/versions/:version')
  @ApiOperation({ summary: 'Read a version of a rule' })
  @RequirePermission('rules:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: RuleAnswerDto })
  async getVersion(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Param('version') version: string,
  ): Promise<RuleAnswerDto> {
    if (!/^\d{1,9}$/.test(version)) throw notFound('Rule version');
    const rule = await this.versions.get(principal.organizationId, id, Number(version));
    return { success: true, rule: await this.show.view(principal, rule, new Date()) };
  }

  /** Returns all requirements for activating a version, and which of them are met, without changing anything. */
  @Get(':id/gates')
  @ApiOperation({ summary: 'Read the requirements for publishing a version' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_ITEMS')
  @ApiOkResponse({ type: RuleGatesDto })
  async readGates(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() { version }: ReadGatesQuery,
  ): Promise<RuleGatesDto> {
    return ruleGatesView(await this.gates.read(organizationId, id, version));
  }

  /** Creates the next version. A change to an active rule requires `rules:publish`, and takes effect from the next payment. */
  @Patch(':id')
  @ApiOperation({ summary: 'Update or publish a rule' })
  @RequirePermission('rules:edit')
  @ApiBody({ type: ChangeRuleBody, examples: changeRuleExamples })
  @ApiErrors(
    'VALIDATION_ERROR',
    'FORBIDDEN',
    'SHARED_RESOURCE_READ_ONLY',
    'NOT_FOUND',
    'INVALID_STATUS_TRANSITION',
    'VERSION_CONFLICT',
    ...gateErrors,
    ...textErrors,
  )
  @ApiOkResponse({ type: RuleAnswerDto })
  @ApiAcceptedResponse({
    type: RuleWithApprovalDto,
    description: 'Nothing has changed yet; a second person must approve',
  })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Body() body: ChangeRuleBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RuleAnswerDto | RuleWithApprovalDto> {
    const now = new Date();
    const { rule, approval } = await this.changeRule.change(principal, id, body, now);
    const view = await this.show.view(principal, rule, now);
    if (!approval) return { success: true, rule: view };
    void reply.status(202);
    return { success: true, rule: view, approval: approvalView(approval, now) };
  }

  /**
   * Changes the status or category of up to 200 rules as one rule set, or none of them. Each rule must pass what `PATCH /rules/{id}`
   * requires; `details` and `errors` name those that do not.
   */
  @Post('bulk')
  @ApiOperation({ summary: 'Change many rules' })
  @BodyExample({ rules: [{ id: exampleId, ifVersion: 2 }], status: 'inactive', reason: 'Too many alerts since noon' })
  @HttpCode(200)
  @RequirePermission('rules:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'TOO_MANY_ITEMS', 'RULES_NOT_CHANGED', 'INVALID_SOURCE')
  @ApiOkResponse({ type: ChangedRulesDto })
  @ApiAcceptedResponse({
    type: PendingChangeDto,
    description: 'Nothing has changed yet; a second person must approve',
  })
  async changeMany(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: ChangeRulesBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedRulesDto | PendingChangeDto> {
    const now = new Date();
    const changed = await this.changeRules.change(principal, body, now);
    return shownOrPending(reply, changed, now, ({ rules, ruleSetVersion }) => ({
      success: true as const,
      rules: rules.map(({ id, version, status, enabled, text }) => ({
        id,
        key: text.form.key,
        version,
        status,
        enabled,
      })),
      ruleSetVersion,
    }));
  }

  /** Archives a rule: it is no longer executed, and its past decisions stay readable. */
  @Delete(':id')
  @ApiOperation({ summary: 'Archive a rule' })
  @RequirePermission('rules:delete')
  @ApiErrors('FORBIDDEN', 'SHARED_RESOURCE_READ_ONLY', 'NOT_FOUND', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: ArchivedRuleDto })
  async archive(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
  ): Promise<ArchivedRuleDto> {
    await this.changeRule.change(principal, id, { status: 'archived' }, new Date());
    return { success: true, id, status: 'archived' };
  }
}
