import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, invalid } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import type { AutomationDefinition } from '../domain/automation.js';
import { automationLimits } from '../domain/automation-limits.js';
import { nextTimes } from '../domain/schedule.js';
import { CheckAutomationBody, ConvertConditionsBody } from '../dto/automation.bodies.js';
import { AutomationCatalogueDto, AutomationCheckDto, ConvertedConditionsDto } from '../dto/catalogue.dto.js';
import { CheckDefinition } from '../use-cases/check-definition.js';
import { ConvertConditions } from '../use-cases/convert-conditions.js';
import { defaultDefinition, sentDefinition } from './sent-definition.js';

/** Support for editing automations before they are saved. */
@ApiTags('automations')
@Controller('automations')
export class AutomationEditingController {
  constructor(
    private readonly checking: CheckDefinition,
    private readonly converting: ConvertConditions,
  ) {}

  /** Returns the triggers and actions. Their fields are derived from the declarations that validate requests. */
  @Get('catalogue')
  @ApiOperation({ summary: 'List triggers and actions with their fields' })
  @RequirePermission('automations:read')
  @ApiOkResponse({ type: AutomationCatalogueDto })
  catalogue(): AutomationCatalogueDto {
    return AutomationCatalogueDto.all();
  }

  /** Returns all problems of a definition at once. Stores nothing. */
  @Post('check', { waitsOutside: true })
  @ApiOperation({ summary: 'Check an automation without storing it' })
  @BodyExample({ triggerType: 'entity_created', actions: [{ type: 'create_alert', config: { name: 'New party' } }] })
  @HttpCode(200)
  @RequirePermission('automations:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: AutomationCheckDto })
  async check(
    @CurrentPrincipal() { organizationId }: Principal,
    @PostBody() body: CheckAutomationBody,
  ): Promise<AutomationCheckDto> {
    const now = new Date();
    const { triggerType } = body;
    const definition: AutomationDefinition = { ...defaultDefinition, ...sentDefinition(body), name: '', triggerType };
    const isScheduled = triggerType === 'scheduled';
    const times = isScheduled ? nextTimes(definition.triggerConfig, now, automationLimits.nextTimes) : [];
    return {
      success: true,
      problems: await this.checking.problems(organizationId, definition, now),
      nextTimes: times.map((time) => time.toISOString()),
    };
  }

  /** Converts conditions from text to JSON or from JSON to text. Stores nothing. */
  @Post('conditions', { waitsOutside: true })
  @ApiOperation({ summary: 'Convert conditions between text and JSON' })
  @BodyExample({ triggerType: 'transaction_created', text: 'transaction.amount >= 10_000 USD' })
  @HttpCode(200)
  @RequirePermission('automations:read')
  @ApiErrors('VALIDATION_ERROR', 'INVALID_SOURCE', 'INVALID_CONDITIONS')
  @ApiOkResponse({ type: ConvertedConditionsDto })
  async conditions(
    @CurrentPrincipal() { organizationId }: Principal,
    @PostBody() { triggerType, text, conditions }: ConvertConditionsBody,
  ): Promise<ConvertedConditionsDto> {
    if ((text == null) === (conditions == null)) throw invalid({ text: 'give either text or conditions' });
    const asked = text == null ? { conditions: conditions! } : { text };
    return { success: true, ...(await this.converting.convert(organizationId, triggerType, asked)) };
  }
}
