import {
  BooleanField,
  EnumField,
  IfVersionField,
  InstantField,
  IntegerField,
  JsonArrayField,
  JsonObjectField,
  NameField,
  NestedArrayField,
  NestedField,
  NumberField,
  QueryBoolean,
  TextArrayField,
  TextField,
  TimeZoneField,
  CountryArrayField,
  UuidArrayField,
  UuidField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { automationLimits } from '../domain/automation-limits.js';
import { automationTypes, type AutomationType, type ConditionJson, type JsonObject } from '../domain/automation.js';
import { actionTypes } from '../domain/actions.js';
import { triggerTypes, type TriggerType } from '../domain/triggers.js';

const scheduleUnits = ['minutes', 'hours', 'days', 'weeks'] as const;
const leaves = 'conditions in the rule language, all of which must hold: `[{field, operator, value}]`';
const nodeTypes = ['trigger', 'condition', 'action'] as const;

class EveryBody {
  @IntegerField({ required: true, min: 1, max: 10_000 }) amount!: number;
  @EnumField(scheduleUnits, 'ScheduleUnit', { required: true }) unit!: (typeof scheduleUnits)[number];
}

/** `triggerConfig` for all triggers. Each supports some of the fields. */
export class TriggerConfigBody {
  @TextArrayField({ max: 3, maxText: 20, description: 'person, company or payment_method; default: all' })
  entityTypes?: string[];
  @CountryArrayField({ max: 250, description: 'Absent: all', refersTo: 'country' }) countries?: string[];
  @TextField({ max: 100, description: 'Five fields: minute, hour, day, month, weekday', example: '0 8 * * 1-5' })
  cron?: string;
  @TimeZoneField({ description: 'Of `cron`; default UTC', example: 'America/Sao_Paulo' }) timezone?: string;
  @NestedField(() => EveryBody, { description: 'Instead of `cron`' }) every?: EveryBody;
  @JsonArrayField(automationLimits.conditions, {
    description: 'Starts one execution for each entity that meets the conditions',
  })
  entityFilter?: ConditionJson[];
  @TextArrayField({ max: 20, maxText: 50, description: 'Statuses; default: all' }) from?: string[];
  @TextArrayField({ max: 20, maxText: 50, description: 'Statuses; default: all' }) to?: string[];
  @UuidArrayField({ max: 100, description: 'Default: every rule', refersTo: 'rule' }) ruleIds?: string[];
  @NumberField({ min: 0, max: 100 }) crosses?: number;
  @EnumField(['up', 'down'], 'ScoreDirection') direction?: 'up' | 'down';
}

class ActionBody {
  @EnumField(actionTypes, 'AutomationActionType', { required: true }) type!: string;
  @JsonObjectField({ description: 'The body of the matching endpoint; texts may contain {{path}}' })
  config?: JsonObject;
}

class StepBody {
  @JsonArrayField(automationLimits.conditions, { description: leaves }) conditions?: ConditionJson[];
  @NestedArrayField(() => ActionBody, { required: true, max: automationLimits.actionsPerStep }) actions!: ActionBody[];
  @BooleanField({ description: 'Pauses after the step until a person continues; default false' })
  waitAfterStep?: boolean;
}

class GraphNodeBody {
  @NameField({ required: true, max: 100 }) id!: string;
  @EnumField(nodeTypes, 'AutomationNodeType', { required: true }) type!: (typeof nodeTypes)[number];
  @JsonObjectField({ description: 'For a condition `{conditions}`, for an action `{type, config}`' }) data?: JsonObject;
}

class GraphEdgeBody {
  @NameField({ required: true, max: 100 }) id!: string;
  @TextField({ required: true, max: 100 }) source!: string;
  @TextField({ required: true, max: 100 }) target!: string;
  @TextField({ max: 20, nullable: true, description: 'true, false or unknown; default true' })
  sourceHandle?: string | null;
}

class GraphBody {
  @NestedArrayField(() => GraphNodeBody, { required: true, max: automationLimits.nodes }) nodes!: GraphNodeBody[];
  @NestedArrayField(() => GraphEdgeBody, { required: true, max: automationLimits.edges }) edges!: GraphEdgeBody[];
}

/** Fields of a definition common to all requests. */
class AutomationBody {
  @TextField({ max: automationLimits.descriptionCharacters, nullable: true }) description?: string | null;
  @EnumField(automationTypes, 'AutomationType', { description: 'Default realtime' }) type?: AutomationType;
  @NestedField(() => TriggerConfigBody) triggerConfig?: TriggerConfigBody;
  @JsonArrayField(automationLimits.conditions, { description: `Runs before everything else: ${leaves}` })
  conditions?: ConditionJson[];
  @NestedArrayField(() => ActionBody, { max: automationLimits.actionsPerStep, description: 'Without steps' })
  actions?: ActionBody[];
  @NestedArrayField(() => StepBody, { max: automationLimits.steps }) steps?: StepBody[];
  @NestedField(() => GraphBody, { nullable: true, description: 'Takes precedence over steps and actions' })
  graph?: GraphBody | null;
  @JsonObjectField({ nullable: true, description: 'Stored unchanged for graphical editors' })
  layout?: JsonObject | null;
  @BooleanField({ description: 'Default true' }) enabled?: boolean;
}

/** Body of `POST /automations`. */
export class CreateAutomationBody extends AutomationBody {
  @NameField({ required: true, max: automationLimits.nameCharacters }) name!: string;
  @EnumField(triggerTypes, 'AutomationTrigger', { required: true }) triggerType!: TriggerType;
}

/** Body of `PATCH /automations/{id}`. */
@ChangeBody()
export class ChangeAutomationBody extends AutomationBody {
  @NameField({ max: automationLimits.nameCharacters }) name?: string;
  @EnumField(triggerTypes, 'AutomationTrigger') triggerType?: TriggerType;
  @IfVersionField() ifVersion?: number;
}

/** Body of `POST /automations/check`. */
export class CheckAutomationBody extends AutomationBody {
  @EnumField(triggerTypes, 'AutomationTrigger', { required: true }) triggerType!: TriggerType;
}

/** Body of `POST /automations/conditions`: one of `text` and `conditions`. */
export class ConvertConditionsBody {
  @EnumField(triggerTypes, 'AutomationTrigger', { required: true }) triggerType!: TriggerType;
  @TextField({ max: automationLimits.conditionsCharacters, description: 'As after `when` in a rule; empty: none' })
  text?: string;
  @JsonArrayField(automationLimits.conditions, { description: leaves }) conditions?: ConditionJson[];
}

/** Query of `GET /automations`. */
export class ListAutomationsFilters {
  @EnumField(automationTypes, 'AutomationType') type?: AutomationType;
  @QueryBoolean() enabled?: boolean;
  @EnumField(triggerTypes, 'AutomationTrigger') triggerType?: TriggerType;
  @QueryBoolean({ description: 'true: only archived automations; default: only those that are not archived' })
  archived: boolean = false;
}

/** Body of `POST /automations/{id}/run`. */
export class RunAutomationBody {
  @UuidField() entityId?: string;
  @UuidField() transactionId?: string;
  @JsonObjectField({ description: 'Data for the placeholders' }) data?: JsonObject;
}

class TestPeriodBody {
  @InstantField({ required: true }) from!: string;
  @InstantField({ required: true }) to!: string;
  @IntegerField({ min: 1, max: automationLimits.testRecords }) limit?: number;
}

/** Body of `POST /automations/{id}/test`. */
export class TestAutomationBody {
  @JsonObjectField({ description: 'Sample data instead of an event' }) data?: JsonObject;
  @UuidField() entityId?: string;
  @UuidField() transactionId?: string;
  @NestedField(() => TestPeriodBody, { description: 'Stored records of a time range' }) history?: TestPeriodBody;
}

/** Body of the routes that continue. */
export class ContinueBody {
  @JsonObjectField({ description: 'Later texts can read it as {{payload.…}}' }) payload?: JsonObject;
}
