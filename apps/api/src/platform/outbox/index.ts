export { type OutboxEvent, writeEvents } from './write-event.js';
