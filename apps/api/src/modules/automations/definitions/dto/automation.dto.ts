import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import {
  type Automation,
  automationTypes,
  type ActionJson,
  type ConditionJson,
  type GraphJson,
  type JsonObject,
  type SavedAutomation,
  type StepJson,
} from '../domain/automation.js';
import { triggerTypes } from '../domain/triggers.js';

const objects = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;
const object = { type: 'object', additionalProperties: true } as const;
const time = { type: String, format: 'date-time', nullable: true } as const;

/** Status of the newest execution. */
const lastStatuses = ['completed', 'failed', 'waiting', 'cancelled'] as const;

export class AutomationDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty({ enum: [...automationTypes], enumName: 'AutomationType' }) type!: string;
  @ApiProperty({ enum: [...triggerTypes], enumName: 'AutomationTrigger' }) triggerType!: string;
  @ApiProperty(object) triggerConfig!: JsonObject;
  @ApiProperty(objects) conditions!: readonly ConditionJson[];
  @ApiProperty(objects) actions!: readonly ActionJson[];
  @ApiProperty(objects) steps!: readonly StepJson[];
  @ApiProperty({ ...object, nullable: true }) graph!: GraphJson | null;
  @ApiProperty({ ...object, nullable: true }) layout!: JsonObject | null;
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Why the server switched it off' })
  pauseReason!: string | null;
  @ApiProperty() archived!: boolean;
  @ApiProperty(time) archivedAt!: Date | null;
  @ApiProperty() runCount!: number;
  @ApiProperty(time) lastRunAt!: Date | null;
  @ApiProperty({ enum: [...lastStatuses, null], nullable: true }) lastRunStatus!: string | null;
  @ApiProperty({ ...time, description: 'Of a schedule' }) nextRunAt!: Date | null;
  @ApiProperty() version!: number;
  @ApiProperty({ description: 'Whose permissions the actions use' }) enabledBy!: string;
  @ApiProperty() createdBy!: string;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time' }) updatedAt!: Date;

  static from(
    { hookHash: _secret, archivedAt, ...automation }: Automation,
    lastRunStatus: string | null,
  ): AutomationDto {
    return { ...automation, archived: archivedAt !== null, archivedAt, lastRunStatus };
  }
}

export class AutomationListDto {
  @ApiProperty({ type: [AutomationDto] }) automations!: readonly AutomationDto[];
  @ApiProperty() total!: number;
  @ApiPropertyOptional({ description: 'Position in the list of automations that are not archived' })
  totalArchived?: number;
}

export class AutomationResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() automation!: AutomationDto;
}

export class SavedAutomationDto extends AutomationResponseDto {
  @ApiProperty({ type: [String], description: 'Warnings about what was saved' }) warnings!: readonly string[];
  @ApiPropertyOptional({ description: 'Path of POST /automations/hooks/{token}; shown only once' }) hookToken?: string;

  static of({ automation, warnings, hookToken }: SavedAutomation, lastRunStatus: string | null): SavedAutomationDto {
    const shown = AutomationDto.from(automation, lastRunStatus);
    return { success: true, automation: shown, warnings, ...(hookToken !== null && { hookToken }) };
  }
}
