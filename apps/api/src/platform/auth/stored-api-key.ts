/** What the guard needs of a stored key. */
export interface StoredApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  readonly status: 'active' | 'revoked';
  /** Milliseconds from the look-up to the key's end, by the clock of the database; null: it has none. */
  readonly expiresInMs: number | null;
  /** Null: it has none. */
  readonly expiresAt: Date | null;
  /** Address blocks a caller must be in; empty: any. */
  readonly ipAllowlist: readonly string[];
}
