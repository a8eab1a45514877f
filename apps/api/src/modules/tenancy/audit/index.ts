export { AuditModule } from './audit.module.js';
export { AuditEventDto, eventOf } from './audit.dto.js';
export { AuditRepository } from './audit-repository.js';
