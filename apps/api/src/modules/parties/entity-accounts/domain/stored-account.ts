import type { AccountFields } from './entity-account.js';

/** An account as it is kept. */
export interface StoredAccount extends AccountFields {
  readonly organizationId: string;
  readonly id: string;
  readonly entityId: string;
  /** What `accountType` was before it was `other`. */
  readonly legacyAccountType: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}
