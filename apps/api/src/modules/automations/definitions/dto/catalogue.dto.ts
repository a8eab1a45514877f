import { ApiProperty } from '@nestjs/swagger';
import { entityTypes } from '@tamis/library';

import { DescribedField, describedFieldsOf } from '../../../../platform/http/index.js';
import { actionOf, type ActionType, actionTypes } from '../domain/actions.js';
import { automationLimits } from '../domain/automation-limits.js';
import type { ConditionJson } from '../domain/automation.js';
import {
  type ConditionRecord,
  conditionRecords,
  recordTypesOf,
  statusesOf,
  triggerOf,
  type TriggerType,
  triggerTypes,
} from '../domain/triggers.js';
import { valuesOf } from '../domain/trigger-values.js';
import { actionConfigs } from './action-configs.js';
import { TriggerConfigBody } from './automation.bodies.js';

export class CatalogueTriggerDto {
  @ApiProperty({ enum: [...triggerTypes], enumName: 'AutomationTrigger' }) type!: TriggerType;
  @ApiProperty({ type: [String], description: 'Data that the trigger provides and actions need' })
  brings!: readonly string[];
  @ApiProperty({
    enum: [...conditionRecords],
    isArray: true,
    description: 'Records that conditions can check; empty: the trigger takes no conditions',
  })
  about!: readonly ConditionRecord[];
  @ApiProperty({ type: [DescribedField], description: 'Of its `triggerConfig`' }) fields!: readonly DescribedField[];
  @ApiProperty({ type: [String], description: 'Common paths for `{{path}}`' }) values!: readonly string[];
}

export class CatalogueActionDto {
  @ApiProperty({ enum: [...actionTypes], enumName: 'AutomationActionType' }) type!: ActionType;
  @ApiProperty({
    type: [String],
    description: 'One of these must be provided by the trigger or named in the config; empty: nothing is needed',
  })
  needs!: readonly string[];
  @ApiProperty({ type: [String], description: 'Members of the config that name the record' })
  namedBy!: readonly string[];
  @ApiProperty({ type: String, nullable: true, description: 'Permissions needed to enable it' })
  permission!: string | null;
  @ApiProperty({ type: [DescribedField], description: 'Description of its `config`' })
  fields!: readonly DescribedField[];
}

/** Triggers and actions for building automations. */
export class AutomationCatalogueDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [CatalogueTriggerDto] }) triggers!: readonly CatalogueTriggerDto[];
  @ApiProperty({ type: [CatalogueActionDto] }) actions!: readonly CatalogueActionDto[];
  @ApiProperty({ type: [Number], description: 'How long after each temporary failure the step is retried' })
  retrySeconds!: readonly number[];
  @ApiProperty({ description: 'How long a paused step waits' }) waitDays!: number;

  static all(): AutomationCatalogueDto {
    const { retryMs, waitDays } = automationLimits;
    return {
      success: true,
      triggers: triggerTypes.map(triggerDto),
      actions: actionTypes.map(actionDto),
      retrySeconds: retryMs.map((ms) => ms / 1_000),
      waitDays,
    };
  }
}

/** The fields of a trigger are the common ones, restricted to those it supports. */
function triggerDto(type: TriggerType): CatalogueTriggerDto {
  const { brings, about, config } = triggerOf(type);
  const statuses = statusesOf(type);
  const narrowed: Readonly<Record<string, Partial<DescribedField>>> = {
    entityTypes: { type: 'enum', values: entityTypes },
    ...(statuses && { from: { type: 'enum', values: statuses }, to: { type: 'enum', values: statuses } }),
    ...(type === 'risk_score_changed' && { crosses: { required: true }, direction: { required: true } }),
  };
  const fields = describedFieldsOf(TriggerConfigBody)
    .filter(({ name }) => (config as readonly string[]).includes(name))
    .map((field) => ({ ...field, ...narrowed[field.name] }));
  return { type, brings, about: recordTypesOf(about), fields, values: valuesOf(type) };
}

function actionDto(type: ActionType): CatalogueActionDto {
  const { needs, namedBy, permission } = actionOf(type);
  return { type, needs, namedBy, permission, fields: describedFieldsOf(actionConfigs[type]) };
}

/** Problems of a definition. If there are none, it can be saved. */
export class AutomationCheckDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Keyed by path, as in `details` of an error',
  })
  problems!: Readonly<Record<string, string>>;
  @ApiProperty({ type: [String], description: 'The next times of a valid schedule' })
  nextTimes!: readonly string[];
}

export class ConvertedConditionsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'As after `when` in a rule' }) text!: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  conditions!: readonly ConditionJson[];
  @ApiProperty({
    enum: [...conditionRecords],
    nullable: true,
    description: 'The first record that has these values; `null` if none has',
  })
  recordType!: ConditionRecord | null;
}
