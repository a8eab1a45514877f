export { AuditModule } from './audit.module.js';
export { AuditEventDto, eventOf } from './audit.dto.js';
export { AuditStore } from './audit-store.js';
