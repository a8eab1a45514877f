import type { Role } from './role.js';
import type { TeamName } from './team.js';

export const environmentAccesses = ['both', 'production', 'sandbox', 'none'] as const;

/** In which of the two organizations of the account a member may act. */
export type EnvironmentAccess = (typeof environmentAccesses)[number];

export const memberStatuses = ['invited', 'active', 'deactivated'] as const;

export type MemberStatus = (typeof memberStatuses)[number];

/** A member of an account: a person has one membership for both of its organizations. */
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
  /** Incremented by each change, except of the teams. */
  readonly version: number;
}

/** Normalizes an email address for storing, comparing and sending, so that its spelling does not lead to several accounts. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');

/** Returns first and last name, or the email address if there is none. */
export const displayNameOf = ({
  firstName,
  lastName,
  email,
}: Pick<Member, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || email;
