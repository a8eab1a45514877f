import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, PageQuery, InstantField, TextField, Query } from '../../../../platform/http/index.js';
import { ReadRuleSets } from '../use-cases/read-rule-sets.js';
import { RuleSetAnswerDto, RuleSetDiffDto, RuleSetListDto, RuleSetPlanDto } from '../dto/rule-set.dto.js';

/** Query of `GET /rule-sets/active`. */
class ActiveRuleSetQuery {
  @InstantField({ description: 'The set active at that time; default: now' }) at?: string;
}

/** Query of `GET /rule-sets/{version}/diff`. */
class RuleSetDiffQuery {
  @TextField({ required: true, min: 1, max: 67, description: 'The other set: version, prefix of 12 digits, or number' })
  to!: string;
}

@ApiTags('rule sets')
@Controller('rule-sets')
export class RuleSetsController {
  constructor(private readonly reading: ReadRuleSets) {}

  /** Lists all contents that ever were in force, newest first. */
  @Get()
  @ApiOperation({ summary: 'List rule sets' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: RuleSetListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal, @Query() query: PageQuery): Promise<RuleSetListDto> {
    const { rows, pagination } = await this.reading.list(organizationId, query);
    return { success: true, ruleSets: rows, pagination };
  }

  /** Returns the rule set in force, now or at a given time. */
  @Get('active')
  @ApiOperation({ summary: 'Read the active rule set' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'RULE_SET_NOT_FOUND')
  @ApiOkResponse({ type: RuleSetAnswerDto })
  async active(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() { at }: ActiveRuleSetQuery,
  ): Promise<RuleSetAnswerDto> {
    const moment = at == null ? new Date() : new Date(at);
    return { success: true, ruleSet: await this.reading.getAt(organizationId, moment) };
  }

  /** Returns a set by its version, at least twelve digits of it, or its number. */
  @Get(':version')
  @ApiOperation({ summary: 'Read a rule set' })
  @RequirePermission('rules:read')
  @ApiErrors('RULE_SET_NOT_FOUND')
  @ApiOkResponse({ type: RuleSetAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('version') version: string,
  ): Promise<RuleSetAnswerDto> {
    return { success: true, ruleSet: await this.reading.get(organizationId, version) };
  }

  /** Describes the changes from this set to the other one. */
  @Get(':version/diff')
  @ApiOperation({ summary: 'Compare two rule sets' })
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'RULE_SET_NOT_FOUND')
  @ApiOkResponse({ type: RuleSetDiffDto })
  async diff(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('version') version: string,
    @Query() { to }: RuleSetDiffQuery,
  ): Promise<RuleSetDiffDto> {
    return { success: true, ...(await this.reading.diff(organizationId, version, to)) };
  }

  /** Returns how the set is evaluated: what is read for a record, in which order, and what rules share. */
  @Get(':version/plan')
  @ApiOperation({ summary: 'Explain how a rule set is evaluated' })
  @RequirePermission('rules:read')
  @ApiErrors('RULE_SET_NOT_FOUND')
  @ApiOkResponse({ type: RuleSetPlanDto })
  async plan(
    @CurrentPrincipal() { organizationId }: Principal,
    @Param('version') version: string,
  ): Promise<RuleSetPlanDto> {
    return { success: true, ...(await this.reading.plan(organizationId, version)) };
  }
}
