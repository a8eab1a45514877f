export { SentUserEventBody } from './http/create-user-event.body.js';
export { EvaluatedUserEvents } from './use-cases/evaluated-user-events.js';
export { UserEventFailuresDto } from './http/user-event.dto.js';
export { userEventFailures } from './http/user-event-batch-views.js';
export { userEventForm } from './http/user-event-form.js';
export { UserEventsModule } from './user-events.module.js';
export { entityIdentifiers, userEventProblems } from './use-cases/new-user-event.js';
