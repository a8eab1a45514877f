import type { Role } from './role.js';
import type { TeamName } from './team.js';

export const environmentAccesses = ['both', 'production', 'sandbox', 'none'] as const;

/** In which of the two organizations of the account a member may act. */
export type EnvironmentAccess = (typeof environmentAccesses)[number];

export const memberStatuses = ['invited', 'active', 'deactivated'] as const;

export type MemberStatus = (typeof memberStatuses)[number];

/** A person of an account: one for both of its organizations. */
export interface Member {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly environmentAccess: EnvironmentAccess;
  readonly status: MemberStatus;
  readonly teams: readonly TeamName[];
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
}

/** As addresses of people are stored, compared and written to: one account, however an address is spelled. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');

/** First and last name, else the e-mail address. */
export const displayNameOf = ({
  firstName,
  lastName,
  email,
}: Pick<Member, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || email;
