import type { Queryable } from '../database/index.js';

/** What a person may do in one organization. */
export interface Membership {
  readonly scopes: ReadonlySet<string>;
}

/** An organization that a person may act in. */
export interface AccessibleOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly environment: 'production' | 'sandbox';
  readonly slug: string;
  /** Time zone such as `America/Sao_Paulo`, in which the organization's dates and times are interpreted. */
  readonly timezone: string;
  readonly language: string;
  readonly baseCurrency: string;
  readonly role: { readonly id: string; readonly name: string };
  /** Permissions of the person's role there. */
  readonly permissions: readonly string[];
}

/** Looks up where people may act. The members module provides it. */
export abstract class Memberships {
  /** Returns `null` if the person is not an active member of the organization, or has no access to that environment. */
  abstract find(userId: string, organizationId: string): Promise<Membership | null>;

  /** Does the same within a transaction of the organization. */
  abstract findWith(client: Queryable, userId: string, organizationId: string): Promise<Membership | null>;

  /** Lists all organizations of a person, by name. */
  abstract listOrganizations(userId: string): Promise<readonly AccessibleOrganization[]>;
}
