import { Module } from '@nestjs/common';

import { BatchJobsModule } from '../batch-jobs/index.js';
import { EntitiesModule } from '../../parties/entities/index.js';
import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { UserEventReportsController } from './http/user-event-reports.controller.js';
import { UserEventUploadsController } from './http/user-event-uploads.controller.js';
import { UserEventsController } from './http/user-events.controller.js';
import { UserEventStore } from './persistence/user-event-store.js';
import { AutoEntity } from './use-cases/auto-entity.js';
import { CreateUserEvent } from './use-cases/create-user-event.js';
import { UserEventRecordSource } from './use-cases/user-event-record-source.js';
import { ListUserEvents } from './use-cases/list-user-events.js';
import { UserEventBatches } from './use-cases/user-event-batches.js';

/** User activity: sign-ins, changes to account security settings, and the like. */
@Module({
  imports: [BatchJobsModule, EntitiesModule, EvaluationsModule],
  controllers: [UserEventUploadsController, UserEventReportsController, UserEventsController],
  providers: [UserEventStore, AutoEntity, CreateUserEvent, UserEventRecordSource, ListUserEvents, UserEventBatches],
  exports: [UserEventRecordSource],
})
export class UserEventsModule {}
