import { Module } from '@nestjs/common';

import { EntitiesModule } from '../entities/index.js';
import { EvaluationsModule } from '../evaluations/index.js';
import { UserEventsController } from './http/user-events.controller.js';
import { UserEventStore } from './persistence/user-event-store.js';
import { AutoEntity } from './use-cases/auto-entity.js';
import { CreateUserEvent } from './use-cases/create-user-event.js';
import { EvaluatedUserEvents } from './use-cases/evaluated-user-events.js';
import { ListUserEvents } from './use-cases/list-user-events.js';

/** What users did: sign-ins, changes of what protects an account, and the like. */
@Module({
  imports: [EntitiesModule, EvaluationsModule],
  controllers: [UserEventsController],
  providers: [UserEventStore, AutoEntity, CreateUserEvent, EvaluatedUserEvents, ListUserEvents],
  exports: [EvaluatedUserEvents],
})
export class UserEventsModule {}
