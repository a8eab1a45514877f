export { EmailPrinter } from './email-printer.js';
export { OutboxRetention } from './outbox-retention.js';
export { OutboxModule } from './outbox.module.js';
export {
  maxEventsPerRow,
  type OutboxEvent,
  outboxInsertText,
  outboxParameterCount,
  outboxValues,
  writeEvents,
} from './write-event.js';
export { type OutboxEmail, emailSecretLocation, writeEmail } from './write-email.js';
