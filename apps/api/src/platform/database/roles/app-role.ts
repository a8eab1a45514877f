/**
 * Role of every server session. It owns nothing and may not bypass row-level security, so a session sees only rows of the organization its
 * transaction is for. The login role of `DATABASE_URL` owns the tables and may switch to this role.
 */
export const appRole = 'tamis_app';

/** Transaction settings that are read by row-level security. */
export const tenantSettings = {
  /** Organization that the transaction is for. */
  organization: 'tamis.organization_id',
  /** Value by which a row may be found before its organization is known: the hash of a key, or the short name of an account. */
  lookup: 'tamis.lookup',
} as const;
