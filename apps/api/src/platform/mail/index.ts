export { removeEmails } from './email-queue.js';
export { EmailPrinter } from './email-printer.js';
export { MailModule } from './send-emails.js';
export { type OneTimeLink, OneTimeLinks } from './one-time-links.js';
export { type EmailEvent, emailTokenUse, enqueueEmails, type OutgoingEmail } from './outgoing-emails.js';
