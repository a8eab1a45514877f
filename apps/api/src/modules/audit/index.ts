export { AuditModule } from './audit.module.js';
export { AuditEventDto, eventOf } from './http/audit.dto.js';
export { AuditStore } from './persistence/audit-store.js';
