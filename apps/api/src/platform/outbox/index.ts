export { type OutboxEvent, outboxInsertText, outboxParameters, outboxValues, writeEvents } from './write-event.js';
