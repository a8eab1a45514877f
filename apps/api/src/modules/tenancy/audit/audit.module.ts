import { Module } from '@nestjs/common';

import { AuditController } from './http/audit.controller.js';
import { TimelinesController } from './http/timelines.controller.js';
import { AuditStore } from './persistence/audit-store.js';

/** Who changed what, and when. */
@Module({ controllers: [AuditController, TimelinesController], providers: [AuditStore], exports: [AuditStore] })
export class AuditModule {}
