import { Module } from '@nestjs/common';

import { AuditModule } from '../../tenancy/audit/index.js';
import { AlertWorkController } from './http/alert-work.controller.js';
import { AlertsController } from './http/alerts.controller.js';
import { AlertRepository } from './persistence/alert-repository.js';
import { ChangeAlert } from './use-cases/change-alert.js';
import { ChangeAlerts } from './use-cases/change-alerts.js';
import { RaiseAlert } from './use-cases/raise-alert.js';
import { RevertAlerts } from './use-cases/revert-alerts.js';

/** Alerts raised by rules and people, to be reviewed by people. */
@Module({
  imports: [AuditModule],
  controllers: [AlertsController, AlertWorkController],
  providers: [AlertRepository, ChangeAlert, ChangeAlerts, RaiseAlert, RevertAlerts],
  exports: [AlertRepository, ChangeAlert, RaiseAlert],
})
export class AlertsModule {}
