export { OldEvents } from './old-events.js';
export { OutboxModule } from './outbox.module.js';
export {
  eventsOfRow,
  type OutboxEvent,
  outboxInsertText,
  outboxParameters,
  outboxValues,
  writeEvents,
} from './write-event.js';
export { type Letter, letterPlace, writeLetter } from './write-letter.js';
