import type { Transaction } from '../../../../platform/database/index.js';
import { type OutboxEvent, writeEvents } from '../../../../platform/outbox/index.js';
import { ruleStatusEvent } from '../domain/rule-status-event.js';
import type { Rule } from '../domain/rule.js';

/** Notifies subscribers of a rule that its status has changed, or another version of it is in force. */
export async function emitStatusEvent(client: Transaction, before: Rule, after: Rule): Promise<void> {
  const event: OutboxEvent | null = ruleStatusEvent(before, after);
  if (event) await writeEvents(client, [event]);
}
