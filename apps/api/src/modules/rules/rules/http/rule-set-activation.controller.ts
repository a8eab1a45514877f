import { Controller, HttpCode, Param, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, anyValueOrNull, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ReadRuleSets, RuleSetDto } from '../../../decisions/rule-sets/index.js';
import { approvalView } from '../domain/rule-approval.js';
import { ActivateRuleSet } from '../use-cases/activate-rule-set.js';
import { ActivateRuleSetBody } from '../dto/rule.bodies.js';
import { RuleApprovalDto } from '../dto/rule-approvals.dto.js';

class SetChangeDto {
  @ApiProperty({ description: 'Key of a rule; `param limit`; `matrix core`' }) key!: string;
  @ApiProperty({ ...anyValueOrNull, description: 'Version or value of a parameter' }) from!: unknown;
  @ApiProperty(anyValueOrNull) to!: unknown;
  @ApiProperty({ type: [String] }) words!: readonly string[];
}

class ActivatedRuleSetDto {
  @ApiProperty() success!: true;
  @ApiProperty({ description: 'The active rule set; for a preview, the requested one' }) ruleSet!: RuleSetDto;
  @ApiProperty({ description: 'The previously active rule set' }) previousVersion!: string;
  @ApiProperty({ type: [SetChangeDto] }) changes!: readonly SetChangeDto[];
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'Dry run that replays the time since this set was last active, through both sets; `null` if none was started',
  })
  dryRunId!: string | null;
}

class WaitingRuleSetDto extends ActivatedRuleSetDto {
  @ApiProperty() approval!: RuleApprovalDto;
}

@ApiTags('rule sets')
@Controller('rule-sets')
export class RuleSetActivationController {
  constructor(
    private readonly activating: ActivateRuleSet,
    private readonly reading: ReadRuleSets,
  ) {}

  /**
   * Activates an earlier or later rule set: rules, matrices, shared names and parameter values, each as a new version with the old content,
   * all at once.
   */
  @Post(':version/activate')
  @ApiOperation({ summary: 'Activate an earlier rule set again' })
  @BodyExample({ reason: 'Too many alerts since the last change', preview: true })
  @HttpCode(200)
  @RequirePermission('rules:publish')
  @ApiErrors(
    'VALIDATION_ERROR',
    'RULE_SET_NOT_FOUND',
    'RULE_SET_ALREADY_ACTIVE',
    'RULE_SET_INCOMPLETE',
    'VERSION_CONFLICT',
    'INVALID_SOURCE',
    'EVIDENCE_MISSING',
    'NAME_IN_USE',
    'DUPLICATE_RULE_NAME',
    'DUPLICATE_RULE_KEY',
  )
  @ApiOkResponse({ type: ActivatedRuleSetDto })
  @ApiAcceptedResponse({
    type: WaitingRuleSetDto,
    description: 'Nothing has changed yet; a second person must approve',
  })
  async activate(
    @CurrentPrincipal() principal: Principal,
    @Param('version') name: string,
    @PostBody() { reason, preview = false, restoreLists = false, ifActive }: ActivateRuleSetBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ActivatedRuleSetDto | WaitingRuleSetDto> {
    const now = new Date();
    const request = { name, reason, preview, restoreLists, ifActive };
    const { version, previousVersion, changes, approval, dryRunId } = await this.activating.activate(
      principal,
      request,
      now,
    );
    const shown = preview || approval ? name : version;
    const ruleSet = await this.reading.get(principal.organizationId, shown);
    if (!approval) return { success: true, ruleSet, previousVersion, changes, dryRunId };
    void reply.status(202);
    return { success: true, ruleSet, previousVersion, changes, dryRunId, approval: approvalView(approval, now) };
  }
}
