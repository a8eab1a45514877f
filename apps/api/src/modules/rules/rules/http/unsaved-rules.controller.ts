import { exampleSource, exampleTested } from '../dto/example-rules.js';
import { Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, invalid, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import type { PartialRuleForm } from '../domain/partial-rule-form.js';
import { ConvertRules } from '../use-cases/convert-rules.js';
import { TestRules } from '../use-cases/test-rules.js';
import { ReadUnsavedForm } from '../use-cases/read-unsaved-form.js';
import { ValidateRules } from '../use-cases/validate-rules.js';
import { TestedRulesDto, ConvertedRulesDto, ValidationDto } from '../dto/tested-rules.dto.js';

import { ConvertRulesBody, TestRulesBody, ValidateRulesBody } from '../dto/validate-rules.body.js';

/** Rules that are not stored. */
@ApiTags('rules')
@Controller('rules')
export class UnsavedRulesController {
  constructor(
    private readonly validateRules: ValidateRules,
    private readonly convertRules: ConvertRules,
    private readonly testRules: TestRules,
    private readonly unsavedForm: ReadUnsavedForm,
  ) {}

  /** Checks texts or JSON together with the shared names, lists, matrices and active rules. Stores nothing. */
  @Post('validate', { waitsOutside: true })
  @ApiOperation({ summary: 'Check rules without storing them' })
  @BodyExample({ source: exampleSource })
  @HttpCode(200)
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'RISK_MATRIX_NOT_FOUND')
  @ApiOkResponse({ type: ValidationDto })
  async validate(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: ValidateRulesBody,
  ): Promise<ValidationDto> {
    const { organizationId } = principal;
    const { source, files } = body;
    const form = await this.form(organizationId, body);
    const given = [source, files, form].filter((each) => each != null);
    if (given.length !== 1)
      throw invalid({ source: 'give exactly one of source, files, or conditions with the other fields' });
    const asked = form ? { form } : { files: files ?? [{ name: 'rules', source: source! }] };
    const answer = await this.validateRules.validate(organizationId, asked, {
      lint: body.lint ?? 'all',
      fix: body.fix === true,
      measuredFor: principal,
    });
    return { success: true, ...answer };
  }

  /**
   * Converts text to JSON and JSON to text, and returns the canonical layout of both. With a text and JSON, the text of the rule is changed
   * to say what the JSON says: comments, tests, names and what the JSON omits stay. Stores nothing.
   */
  @Post('convert', { waitsOutside: true })
  @ApiOperation({ summary: 'Convert a rule between text and JSON' })
  @BodyExample({ source: exampleSource, to: 'json' })
  @HttpCode(200)
  @RequirePermission('rules:read')
  @ApiErrors('VALIDATION_ERROR', 'INVALID_SOURCE', 'INVALID_CONDITIONS', 'INVALID_ACTIONS', 'RISK_MATRIX_NOT_FOUND')
  @ApiOkResponse({ type: ConvertedRulesDto })
  async convert(
    @CurrentPrincipal() { organizationId }: Principal,
    @PostBody() body: ConvertRulesBody,
  ): Promise<ConvertedRulesDto> {
    const form = await this.form(organizationId, body);
    if (body.source == null && form === null)
      throw invalid({ source: 'give source, or conditions with the other fields, or both' });
    const asked = form ? { form, over: body.source } : { source: body.source! };
    const { source, formatted, rules, declarations, diagnostics } = await this.convertRules.convert(
      organizationId,
      asked,
    );
    const to = body.to ?? 'both';
    return {
      success: true,
      ...(to !== 'json' && { source, formatted }),
      ...(to !== 'text' && { rules, declarations }),
      diagnostics,
    };
  }

  /** Executes the tests in texts or stored rules, with separate clocks, lists and rates. Stores nothing. */
  @Post('test', { waitsOutside: true })
  @ApiOperation({ summary: 'Run the tests of rules' })
  @BodyExample({ source: exampleTested })
  @HttpCode(200)
  @RequirePermission('rules:execute')
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS', 'NOT_FOUND', 'SERVICE_UNAVAILABLE')
  @ApiOkResponse({ type: TestedRulesDto })
  async test(
    @CurrentPrincipal() { organizationId }: Principal,
    @PostBody() { source, files, ruleIds, tests, mutants }: TestRulesBody,
  ): Promise<TestedRulesDto> {
    if ([source, files, ruleIds].filter((each) => each != null).length !== 1)
      throw invalid({ source: 'give exactly one of source, files and ruleIds' });
    const asked = ruleIds ? { ruleIds } : { files: files ?? [{ name: 'rules', source: source! }] };
    const started = performance.now();
    const tested = await this.testRules.test(organizationId, asked, {
      tests: tests ?? null,
      mutants: mutants === true,
    });
    return {
      success: tested.diagnostics.every(({ severity }) => severity !== 'error'),
      durationMs: Math.round(performance.now() - started),
      ...tested,
    };
  }

  private form(organizationId: string, body: ValidateRulesBody | ConvertRulesBody): Promise<PartialRuleForm | null> {
    return this.unsavedForm.read(organizationId, body);
  }
}
