export { AuditModule } from './audit.module.js';
export { AuditEventDto, eventOf } from './audit.dto.js';
export { recordedSecurityEvent, type SecurityEvent, securityEvent, toSecurityChanges } from './security-event.js';
