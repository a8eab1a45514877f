/**
 * The role every server session works as. It owns nothing and may not bypass row-level security, so a session sees the rows of
 * the one organization its transaction is for. The login role of `DATABASE_URL` owns the tables and may take this role.
 */
export const appRole = 'tamis_app';

/** Settings of a transaction that row-level security reads. */
export const tenantSettings = {
  /** The organization the transaction is for. */
  organization: 'tamis.organization_id',
  /** What a row may be found by before its organization is known: the hash of a key, the short name of an account. */
  lookup: 'tamis.lookup',
} as const;
