export { AuditModule } from './audit.module.js';
export { AuditEventDto, eventOf } from './dto/audit.dto.js';
export { AuditStore } from './persistence/audit-store.js';
