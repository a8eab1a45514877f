import { Body, Controller, Get, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors, memberText, UuidParam } from '../../../platform/http/index.js';
import { ruleView } from '../domain/rule-view.js';
import { ChangeRule } from '../use-cases/change-rule.js';
import { CreateRule } from '../use-cases/create-rule.js';
import { GetRule } from '../use-cases/get-rule.js';
import { ListRules } from '../use-cases/list-rules.js';
import { ChangeRuleBody } from './change-rule.body.js';
import { CreateRuleBody } from './create-rule.body.js';
import { ListRulesQuery } from './list-rules.query.js';
import { changeRuleExamples, createRuleExamples } from './rule-examples.js';
import { CreatedRuleDto, RuleAnswerDto, RuleListDto } from './rule.dto.js';

/** What text and JSON of a rule may be refused for. */
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
    private readonly getRule: GetRule,
    private readonly listRules: ListRules,
  ) {}

  /** Stores a rule, in progress and disabled. Errors of meaning are findings of `aiReview`; errors of syntax are refused. */
  @Post()
  @RequirePermission('rules:create')
  @ApiBody({ type: CreateRuleBody, examples: createRuleExamples })
  @ApiErrors('VALIDATION_ERROR', 'DUPLICATE_RULE_NAME', 'DUPLICATE_RULE_KEY', 'DUPLICATE_EXTERNAL_ID', ...textErrors)
  @ApiCreatedResponse({ type: CreatedRuleDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: CreateRuleBody,
    @Req() request: FastifyRequest,
  ): Promise<CreatedRuleDto> {
    const { rule, review } = await this.createRule.run(
      principal,
      body,
      memberText(request.rawBody ?? '{}', 'meta'),
      new Date(),
    );
    return { success: true, rule: ruleView(rule), aiReview: review };
  }

  @Get()
  @RequirePermission('rules:read')
  @ApiOkResponse({ type: RuleListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal, @Query() query: ListRulesQuery): Promise<RuleListDto> {
    const { rules, total } = await this.listRules.run(organizationId, query);
    const { page, pageSize } = query;
    return {
      success: true,
      rules: rules.map(ruleView),
      total,
      page,
      pageSize,
      totalPages: Math.ceil(total / pageSize),
    };
  }

  @Get(':id')
  @RequirePermission('rules:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: RuleAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Rule') id: string,
  ): Promise<RuleAnswerDto> {
    return { success: true, rule: ruleView(await this.getRule.run(organizationId, id)) };
  }

  /** Makes the next version. A change of what is in force needs `rules:publish` and decides from the next payment on. */
  @Patch(':id')
  @RequirePermission('rules:edit')
  @ApiBody({ type: ChangeRuleBody, examples: changeRuleExamples })
  @ApiErrors(
    'VALIDATION_ERROR',
    'FORBIDDEN',
    'NOT_FOUND',
    'INVALID_STATUS_TRANSITION',
    'VERSION_CONFLICT',
    ...textErrors,
  )
  @ApiOkResponse({ type: RuleAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Body() body: ChangeRuleBody,
    @Req() request: FastifyRequest,
  ): Promise<RuleAnswerDto> {
    const meta = memberText(request.rawBody ?? '{}', 'meta');
    return { success: true, rule: ruleView(await this.changeRule.run(principal, id, { body, meta }, new Date())) };
  }
}
