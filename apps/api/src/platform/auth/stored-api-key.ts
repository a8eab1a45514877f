/** What the guard needs of a stored key. */
export interface StoredApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  readonly status: 'active' | 'revoked';
  readonly expiresAt: Date | null;
}
