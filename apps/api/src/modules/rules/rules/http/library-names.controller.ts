import { Body, Controller, Get, Param, Patch, Put, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import {
  ApiErrors,
  anyValue,
  Field,
  IntegerField,
  NestedField,
  TextField,
  BodyExample,
} from '../../../../platform/http/index.js';
import { approvalView } from '../domain/rule-approval.js';
import { withFrames } from '../domain/diagnostic-frames.js';
import { ChangeLibraryNames } from '../use-cases/change-library-names.js';
import { ReadLibraryNames } from '../use-cases/read-library-names.js';
import {
  ChangedNamesDto,
  ChangedParameterDto,
  LibraryNamesDto,
  NamesWithApprovalDto,
  ParametersDto,
  ParameterWithApprovalDto,
} from '../dto/library-names.dto.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { gateErrors } from '../domain/rule-policy-gate.js';
import { EvidenceBody } from '../dto/rule.bodies.js';

/** Body of `PUT /rules/library`. */
class LibraryNamesBody {
  @TextField({
    required: true,
    max: ruleLimits.sourceCharacters,
    description: 'Declarations that rules share: `list`, `const`, `param`, `define`',
    example: 'param reporting_limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD\n',
  })
  source!: string;
  @IntegerField({
    required: true,
    min: 0,
    description: 'The version on which the change is based; 0 if there was none',
  })
  ifVersion!: number;
  @TextField({ max: ruleLimits.reasonCharacters, description: 'Reason; stored with the version' }) reason?:
    | string
    | null;
}

/** Body of `PATCH /rules/params/{name}`. */
class ParameterBody {
  @Field({ required: true, description: 'As in the JSON form of rules', example: { $money: '9500 USD' } }, anyValue, [])
  value!: unknown;
  @TextField({
    required: true,
    min: 5,
    max: ruleLimits.reasonCharacters,
    description: 'Reason; stored with the version',
  })
  reason!: string;
  @NestedField(() => EvidenceBody, { description: 'Evidence that the policy of the organization can require' })
  evidence?: EvidenceBody;
}

@ApiTags('rules')
@Controller('rules')
export class LibraryNamesController {
  constructor(
    private readonly reading: ReadLibraryNames,
    private readonly changing: ChangeLibraryNames,
  ) {}

  /** Returns the names that all rules of the organization can use. */
  @Get('library')
  @ApiOperation({ summary: 'Read the shared names of rules' })
  @RequirePermission('rules:read')
  @ApiOkResponse({ type: LibraryNamesDto })
  names(@CurrentPrincipal() { organizationId }: Principal): Promise<LibraryNamesDto> {
    return this.shown(organizationId);
  }

  private async shown(organizationId: string): Promise<LibraryNamesDto> {
    const { shared, names } = await this.reading.getNames(organizationId);
    return { success: true, source: shared.source, version: shared.version, names };
  }

  /**
   * Replaces the shared names. Rules that use a changed name get the new meaning immediately, which requires `rules:publish` if one of them
   * is executed, and a second person if the policy requires one.
   */
  @Put('library')
  @ApiOperation({ summary: 'Replace the shared names of rules' })
  @BodyExample({ source: 'param large: money = 1000 USD\n', ifVersion: 0 })
  @RequirePermission('rules:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'VERSION_CONFLICT', 'INVALID_SOURCE', 'NAME_IN_USE', ...gateErrors)
  @ApiOkResponse({ type: ChangedNamesDto })
  @ApiAcceptedResponse({ type: NamesWithApprovalDto, description: 'The change waits for a second person' })
  async put(
    @CurrentPrincipal() principal: Principal,
    @Body() { source, ifVersion, reason = null }: LibraryNamesBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedNamesDto | NamesWithApprovalDto> {
    const now = new Date();
    const { done, approval } = await this.changing.replace(principal, { source, ifVersion, reason }, now);
    if (approval) {
      void reply.status(202);
      return { ...(await this.shown(principal.organizationId)), approval: approvalView(approval, now) };
    }
    const { shared, diagnostics, affectedRules } = done;
    const shown = withFrames(diagnostics, source, 'library');
    return { success: true, source, version: shared.version, diagnostics: shown, affectedRules };
  }

  @Get('params')
  @ApiOperation({ summary: 'List the parameters of rules' })
  @RequirePermission('rules:read')
  @ApiOkResponse({ type: ParametersDto })
  async parameters(@CurrentPrincipal() { organizationId }: Principal): Promise<ParametersDto> {
    return { success: true, params: await this.reading.listParameters(organizationId) };
  }

  /**
   * Sets the value of a parameter within its declared range, effective from the next evaluation; a second person must approve it if the
   * policy requires one.
   */
  @Patch('params/:name')
  @ApiOperation({ summary: 'Set a parameter of rules' })
  @BodyExample({ value: { $money: '2000 USD' }, reason: 'Fewer alerts' })
  @RequirePermission('rules:publish')
  @ApiErrors('VALIDATION_ERROR', 'PARAM_NOT_FOUND', 'PARAM_OUT_OF_RANGE', 'INVALID_SOURCE', ...gateErrors)
  @ApiOkResponse({ type: ChangedParameterDto })
  @ApiAcceptedResponse({ type: ParameterWithApprovalDto, description: 'The change waits for a second person' })
  async setParameter(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Body() { value, reason, evidence }: ParameterBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangedParameterDto | ParameterWithApprovalDto> {
    const now = new Date();
    const change = { name, value, reason, dryRunId: evidence?.dryRunId };
    const { done, approval } = await this.changing.setParameter(principal, change, now);
    const param = await this.reading.getParameter(principal.organizationId, name);
    if (!approval) return { success: true, param, ruleSetVersion: done.ruleSetVersion };
    void reply.status(202);
    return { success: true, param, approval: approvalView(approval, now) };
  }
}
