import { AuditRepository } from '../../../platform/audit/index.js';
import { Module } from '@nestjs/common';

import { AuditController } from './audit.controller.js';
import { TimelinesController } from './timelines.controller.js';

/** Audit trail: who changed what, and when. */
@Module({
  controllers: [AuditController, TimelinesController],
  providers: [AuditRepository],
  exports: [AuditRepository],
})
export class AuditModule {}
