export { AlertsModule } from './alerts.module.js';
export {
  type AlertChange,
  alertAuditEntry,
  alertEvents,
  type ActionContext,
  resolutionChange,
} from './domain/alert-changes.js';
export {
  type AlertType,
  type AssigneeType,
  assigneeTypes,
  mostSevere,
  type Resolution,
  severities,
  type Severity,
} from './domain/alert-enumerations.js';
export type { EntitySnapshot, NewAlert, WrittenAlert } from './domain/new-alert.js';
export { alertView, type Assignment, inboxAlertView, newAlertView, type StoredAlert } from './domain/stored-alert.js';
export {
  type StatusAlias,
  statusAliases,
  resolveStatusAlias,
  type WorkStatus,
  workStatuses,
} from './domain/work-status.js';
export { AssignBody } from './dto/alert.bodies.js';
export { ChangedAlertDto } from './dto/bulk.dto.js';
export { AlertDto, AssignedDto, InboxAlertDto } from './dto/alert.dto.js';
export { AssigneeField, resolveAssignee } from './dto/assignee-field.js';
export type { ChangedAlert } from './use-cases/change-alerts.js';
export {
  findOpenAlerts,
  flagTransactions,
  lockAlerts,
  type OpenAlert,
  openAlertIds,
  ownAlertsSql,
  saveAlerts,
} from './persistence/alert-updates.js';
export { alertColumns } from './persistence/alert-columns.js';
export { AlertBatch, writeAlerts } from './persistence/alert-writer.js';
export { AlertRepository } from './persistence/alert-repository.js';
export { addAssigneeCondition, rankOf } from './persistence/alert-filter.js';
export { findEntitySnapshot } from './persistence/referenced-records.js';
export { confirmedRecords, countRuleLabels, type RuleLabelCounts } from './persistence/rule-labels.js';
export { assignmentFields, type AssignRequest } from './domain/alert-steps.js';
export { ChangeAlert } from './use-cases/change-alert.js';
export { type ReleasableWork, releasableAlerts } from './use-cases/release-alerts.js';
export { RaiseAlert } from './use-cases/raise-alert.js';
export { alertPermissions, checkAssignee } from './use-cases/check-assignee.js';
export { checkStatusTransition } from './domain/check-status-transition.js';
