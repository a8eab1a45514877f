/** The parts of a stored key that the guard needs. */
export interface StoredApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  readonly status: 'active' | 'revoked';
  /** Milliseconds from the look-up to the expiry of the key, by the clock of the database; `null` if it does not expire. */
  readonly expiresInMs: number | null;
  /** `null` if the key does not expire. */
  readonly expiresAt: Date | null;
  /** Address blocks from which the key may be used; any address is allowed if empty. */
  readonly ipAllowlist: readonly string[];
}
