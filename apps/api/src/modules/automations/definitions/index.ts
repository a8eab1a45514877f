export { DefinitionsModule } from './definitions.module.js';
export { ExecutionStatusPort } from './domain/execution-status-port.js';
export { type ActionType, actionOf } from './domain/actions.js';
export { automationLimits } from './domain/automation-limits.js';
export type { Automation, ConditionJson, JsonObject } from './domain/automation.js';
export { fillPlaceholders } from './domain/placeholders.js';
export { type Plan, type PlanNode, planOf } from './domain/plan.js';
export { nextTime } from './domain/schedule.js';
export { type ConditionSubject, readsOf, triggerOf, type TriggerType } from './domain/triggers.js';
export * from './dto/action-configs.js';
export { ContinueBody, RunAutomationBody, TestAutomationBody } from './dto/automation.bodies.js';
export {
  type AutomationVersion,
  countStarted,
  findAutomation,
  findDueSchedules,
  leaseSchedule,
  findStartable,
  findVersion,
  hasAutomationsSql,
  organizationsWithAutomationsText,
  organizationsWithDueText,
  pauseAutomation,
  setNextTime,
  type StartableAutomation,
} from './persistence/automation-store.js';
export { type ConditionOutcome, Conditions } from './use-cases/conditions.js';
export { ReadAutomations } from './use-cases/read-automations.js';
