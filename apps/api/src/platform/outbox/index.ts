export {
  eventsOfRow,
  type OutboxEvent,
  outboxInsertText,
  outboxParameters,
  outboxValues,
  writeEvents,
} from './write-event.js';
export { type Letter, letterPlace, writeLetter } from './write-letter.js';
