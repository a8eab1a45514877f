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
  /** As `America/Sao_Paulo`: the days and times of the organization are those of this zone. */
  readonly timezone: string;
  readonly language: string;
  readonly baseCurrency: string;
  readonly role: { readonly id: string; readonly name: string };
  /** What the role allows there. */
  readonly permissions: readonly string[];
}

/** Where people may act. The module of members provides it. */
export abstract class Memberships {
  /** Null: they are no active member of it, or have no access to that environment. */
  abstract find(userId: string, organizationId: string): Promise<Membership | null>;

  /** The same, asked in a transaction of the organization. */
  abstract findWith(client: Queryable, userId: string, organizationId: string): Promise<Membership | null>;

  /** All of a person, by name. */
  abstract listOrganizations(userId: string): Promise<readonly AccessibleOrganization[]>;
}
