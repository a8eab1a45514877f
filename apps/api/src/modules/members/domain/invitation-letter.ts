import type { Principal } from '../../../platform/auth/index.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';
import type { Member } from './member.js';

/** The letter to whoever was invited. It holds a secret, so it goes to the address it names and to nobody else. */
export function invitationLetter(
  { organizationId, actor }: Principal,
  member: Member,
  token: string,
  seconds: number,
): OutboxEvent {
  const { id, email, role } = member;
  const payload = { to: email, memberId: id, role: role.name, invitedBy: actor.name, token, validForSeconds: seconds };
  return { organizationId, event: 'mail.invitation', payload };
}
