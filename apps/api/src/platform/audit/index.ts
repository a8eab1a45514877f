export {
  type AuditActor,
  type AuditEntry,
  type Changes,
  rulesActor,
  systemActor,
  type AuditedChanges,
  type AuditSubject,
  byAdministration,
  byPerson,
  byPrincipal,
  bySystem,
  recordAudit,
  recordAudits,
} from './record-audit.js';
export {
  type AuditFilter,
  AuditRepository,
  findNewestEntries,
  type NewestEntry,
  type StoredEvent,
} from './audit-repository.js';
export { creationChanges, diffChanges, isUnchanged, toChange } from './changes.js';

export { type AuditVerification, readAuditHead, readChain, verifyAudit } from './verify-audit.js';
