import { Module } from '@nestjs/common';

import { AlertsModule } from '../alerts/index.js';
import { ReleaseWork } from '../assignments/index.js';
import { AuditModule } from '../../tenancy/audit/index.js';
import { InboxController } from './http/inbox.controller.js';
import { InvestigationPartsController } from './http/investigation-parts.controller.js';
import { InvestigationsController } from './http/investigations.controller.js';
import { AggregateInbox } from './use-cases/aggregate-inbox.js';
import { ChangeCase } from './use-cases/change-case.js';
import { releasableCases } from './use-cases/release-cases.js';

/** Cases, which the API serves as investigations, and the inbox of cases and alerts. */
@Module({
  imports: [AlertsModule, AuditModule],
  controllers: [InboxController, InvestigationsController, InvestigationPartsController],
  providers: [AggregateInbox, ChangeCase],
  exports: [ChangeCase],
})
export class CasesModule {
  constructor(work: ReleaseWork) {
    work.register(releasableCases);
  }
}
