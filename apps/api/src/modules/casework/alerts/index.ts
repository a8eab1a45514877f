export { AlertsModule } from './alerts.module.js';
export { type AlertChange, alertEntry, alertEvents, type Deed, resolving } from './domain/alert-changes.js';
export {
  type AlertType,
  alertTypes,
  type AssigneeType,
  assigneeTypes,
  mostSevere,
  type Resolution,
  severities,
  type Severity,
} from './domain/alert-enumerations.js';
export type { AlertDedupe, EntitySnapshot, NewAlert, WrittenAlert } from './domain/new-alert.js';
export { alertView, type Assignment, inboxAlertView, type StoredAlert } from './domain/stored-alert.js';
export {
  type StatusAlias,
  statusAliases,
  statusNamed,
  type WorkStatus,
  workStatuses,
  workStatusOf,
} from './domain/work-status.js';
export { AssignBody } from './dto/alert.bodies.js';
export { AlertDto, AssignedDto, InboxAlertDto } from './dto/alert.dto.js';
export { AssigneeField, assigneeOf } from './http/assignee-field.js';
export { flagTransactions, lockAlerts, saveAlerts } from './persistence/alert-changer.js';
export { alertColumns } from './persistence/alert-columns.js';
export { AlertBatch, writeAlerts } from './persistence/alert-writer.js';
export { AlertStore, whereAssigned } from './persistence/alert-store.js';
export { assigneeExists, findSnapshot } from './persistence/named-records.js';
export { confirmedRecords, readRuleLabels, type RuleLabels } from './persistence/rule-labels.js';
export { assignedBy, type AssignRequest } from './use-cases/change-alert.js';
export { checkAssignee } from './use-cases/check-assignee.js';
export { checkMove } from './use-cases/check-move.js';

