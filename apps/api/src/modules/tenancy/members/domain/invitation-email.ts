import type { Principal } from '../../../../platform/auth/index.js';
import type { OutboxEmail } from '../../../../platform/outbox/index.js';
import type { Member } from './member.js';

/** The letter to whoever was invited. */
export function invitationEmail(
  { organizationId, actor }: Principal,
  member: Member,
  token: string,
  seconds: number,
): OutboxEmail {
  const { id, email, role } = member;
  const payload = { to: email, memberId: id, role: role.name, invitedBy: actor.name, validForSeconds: seconds };
  return { organizationId, event: 'mail.invitation', payload, secret: token };
}
