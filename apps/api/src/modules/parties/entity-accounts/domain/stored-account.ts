import type { AccountFields } from './entity-account.js';

/** An account as it is stored. */
export interface StoredAccount extends AccountFields {
  readonly organizationId: string;
  readonly id: string;
  readonly entityId: string;
  /** The value of `accountType` before it became `other`. */
  readonly legacyAccountType: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}
