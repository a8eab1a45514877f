import { Body, Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { ApiErrors } from '../../../platform/http/index.js';
import { shownDiagnostics } from '../domain/shown-diagnostics.js';
import { ChangeLibraryNames } from '../use-cases/change-library-names.js';
import { ReadLibraryNames } from '../use-cases/read-library-names.js';
import { ParameterBody, LibraryNamesBody } from './library-names.body.js';
import { ChangedNamesDto, ChangedParameterDto, ParametersDto, LibraryNamesDto } from './library-names.dto.js';

/** What a change that reaches rules in force may lack. */
const policy = ['TESTS_FAILED', 'EVIDENCE_MISSING', 'EVIDENCE_STALE', 'COST_EXCEEDED', 'REASON_REQUIRED'] as const;

@ApiTags('rules')
@Controller('rules')
export class LibraryNamesController {
  constructor(
    private readonly reading: ReadLibraryNames,
    private readonly changing: ChangeLibraryNames,
  ) {}

  /** The names every rule of the organization can use. */
  @Get('library')
  @RequirePermission('rules:read')
  @ApiOkResponse({ type: LibraryNamesDto })
  async names(@CurrentPrincipal() { organizationId }: Principal): Promise<LibraryNamesDto> {
    const { shared, names } = await this.reading.names(organizationId);
    return { success: true, source: shared.source, version: shared.version, names };
  }

  /** Replaces them. Rules that use a changed name mean the new thing at once, which needs `rules:publish` where one runs. */
  @Put('library')
  @RequirePermission('rules:edit')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'VERSION_CONFLICT', 'INVALID_SOURCE', 'NAME_IN_USE', ...policy)
  @ApiOkResponse({ type: ChangedNamesDto })
  async put(@CurrentPrincipal() principal: Principal, @Body() body: LibraryNamesBody): Promise<ChangedNamesDto> {
    const { source, ifVersion, reason = null } = body;
    const { shared, diagnostics, affectedRules } = await this.changing.put(
      principal,
      { source, ifVersion, reason },
      new Date(),
    );
    const shown = shownDiagnostics(diagnostics, source, 'library');
    return { success: true, source, version: shared.version, diagnostics: shown, affectedRules };
  }

  @Get('params')
  @RequirePermission('rules:read')
  @ApiOkResponse({ type: ParametersDto })
  async parameters(@CurrentPrincipal() { organizationId }: Principal): Promise<ParametersDto> {
    return { success: true, params: await this.reading.parameters(organizationId) };
  }

  /** Sets the value of a parameter within its declared range, from the next run on. */
  @Patch('params/:name')
  @RequirePermission('rules:publish')
  @ApiErrors('VALIDATION_ERROR', 'PARAM_NOT_FOUND', 'PARAM_OUT_OF_RANGE', 'INVALID_SOURCE', ...policy)
  @ApiOkResponse({ type: ChangedParameterDto })
  async setParameter(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Body() { value, reason, evidence }: ParameterBody,
  ): Promise<ChangedParameterDto> {
    const change = { name, value, reason, dryRunId: evidence?.dryRunId };
    const { ruleSetVersion } = await this.changing.setParameter(principal, change, new Date());
    return { success: true, param: await this.reading.parameter(principal.organizationId, name), ruleSetVersion };
  }
}
