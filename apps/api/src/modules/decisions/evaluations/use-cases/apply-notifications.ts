import { isEmail } from 'class-validator';

import { newId, type TransactionClient } from '../../../../platform/database/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import { findRecipients, type Recipient, type RecipientNames } from '../../../tenancy/members/index.js';
import { type EffectOrigin, ruleOrigin, triggerOrigin } from '../domain/effect-origin.js';
import type { EffectOf, EffectReport } from '../domain/effect-report.js';
import type { FiredTrigger } from '../domain/fired-triggers.js';
import type { RecordType, RunSubject } from '../domain/run-subject.js';
import type { EffectTarget } from './apply-effects.js';

/** A message that somebody wants sent. */
interface WantedNotification {
  readonly origin: EffectOrigin;
  readonly channel: string;
  readonly to: RecipientNames;
  readonly title: string;
  readonly body: string;
}

/** Where people look at a record. */
const pages: Readonly<Record<RecordType, string>> = {
  transaction: '/transactions',
  person: '/entities',
  company: '/entities',
  user_event: '/events/user',
};

/** Those of rules, then those that scores set off, which go to the owners of the account. */
function wantedNotifications(
  { set }: EffectTarget['decided'],
  effects: readonly EffectOf<'notify'>[],
  triggers: readonly FiredTrigger[],
): readonly WantedNotification[] {
  const nameOf = (ruleId: string): string =>
    set.compiled.rules.find(({ content }) => content.ruleId === ruleId)?.checked.name ?? ruleId;
  return [
    ...effects.map((effect) => ({
      origin: ruleOrigin(effect),
      channel: effect.channel,
      to: effect.recipients,
      title: nameOf(effect.ruleId),
      body: effect.message,
    })),
    ...triggers
      .filter(({ trigger }) => trigger.action === 'send_notification')
      .map((fired) => ({
        origin: triggerOrigin(fired),
        channel: 'in_app',
        to: 'owners' as const,
        title: fired.trigger.name,
        body: fired.trigger.description,
      })),
  ];
}

/** One message to one person: shown where they are signed in, or sent as a letter. */
function announced(
  { organizationId, recordType, recordId }: RunSubject,
  evaluationId: string,
  { origin, channel, title, body }: WantedNotification,
  { userId, email }: Recipient | { readonly userId: null; readonly email: string },
): OutboxEvent {
  const message = {
    id: newId(),
    title,
    body,
    link: `${pages[recordType]}/${recordId}`,
    ...origin.related,
    evaluationId,
  };
  return channel === 'email'
    ? { organizationId, event: 'mail.notification', payload: { to: email, ...message } }
    : { organizationId, event: 'notification', payload: { userId, ...message } };
}

/** Queues what rules and scores want people told, in the transaction of the run. Whom nobody knows is told of as a failure. */
export async function applyNotifications(
  client: TransactionClient,
  { subject, decided }: EffectTarget,
  {
    effects,
    triggers,
  }: { readonly effects: readonly EffectOf<'notify'>[]; readonly triggers: readonly FiredTrigger[] },
  { failures, events }: EffectReport,
): Promise<void> {
  for (const wanted of wantedNotifications(decided, effects, triggers)) {
    const { to, channel, origin } = wanted;
    const known = await findRecipients(client, subject.organizationId, to);
    const names = new Set(known.flatMap(({ userId, email }) => [userId, email.toLowerCase()]));
    const others = to === 'owners' ? [] : [...new Set(to)].filter((name) => !names.has(name.toLowerCase()));
    // A letter also goes to whoever is no member.
    const isReached = (name: string): boolean => channel === 'email' && isEmail(name);
    const letters = others.filter(isReached).map((email) => ({ userId: null, email }));
    for (const recipient of [...known, ...letters])
      events.push(announced(subject, decided.run.evaluationId, wanted, recipient));
    const unknown = others.filter((name) => !isReached(name)).map((name) => `active member ${JSON.stringify(name)}`);
    if (to === 'owners' && known.length === 0) unknown.push('active owner of the account');
    for (const nobody of unknown)
      failures.push({ origin, code: 'RECIPIENT_NOT_FOUND', message: `there is no ${nobody}` });
  }
}
