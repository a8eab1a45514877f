export { SentUserEventBody } from './dto/create-user-event.body.js';
export { UserEventRecordSource } from './use-cases/user-event-record-source.js';
export { UserEventFailuresDto } from './dto/user-event.dto.js';
export { userEventFailures } from './http/user-event-batch-views.js';
export { userEventForm } from './dto/user-event-form.js';
export { UserEventsModule } from './user-events.module.js';
export { entityIdentifiers, userEventProblems } from './use-cases/new-user-event.js';
export { findUserEventIds } from './persistence/user-event-store.js';
