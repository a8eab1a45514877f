import { Module } from '@nestjs/common';

import { AuditModule } from '../../tenancy/audit/index.js';
import { AlertsController } from './http/alerts.controller.js';
import { AlertRepository } from './persistence/alert-repository.js';
import { ChangeAlert } from './use-cases/change-alert.js';
import { RaiseAlert } from './use-cases/raise-alert.js';

/** What rules and people raise for people to look at. */
@Module({
  imports: [AuditModule],
  controllers: [AlertsController],
  providers: [AlertRepository, ChangeAlert, RaiseAlert],
  exports: [AlertRepository, ChangeAlert, RaiseAlert],
})
export class AlertsModule {}
