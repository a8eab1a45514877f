export { currentCause, type EventCause, withCause } from './event-cause.js';
export { EventEntities, type EventEntity, entityIdPaths, textAt } from './event-entities.js';
export { beginReading, EventReaders } from './event-readers.js';
export { OutboxRetention } from './outbox-retention.js';
export {
  hasNewEventsSql,
  outboxLagSql,
  type OutboxCursor,
  outboxNow,
  readOutbox,
  type ReadEvent,
} from './read-outbox.js';
export { OutboxModule } from './outbox.module.js';
export {
  maxEventsPerRow,
  type OutboxEvent,
  outboxInsertFrom,
  outboxInsertText,
  outboxParameterCount,
  outboxValues,
  writeEvents,
} from './write-event.js';
