export const entryKinds = ['top_up', 'charge', 'refund', 'adjustment', 'reserve', 'release'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** An entry to be posted. A reference is posted only once per kind; repeating it with the same amount changes nothing. */
export interface NewEntry {
  readonly kind: EntryKind;
  /** Identifies what the entry is for: the id of a top-up or execution, or an operator's own reference. */
  readonly reference: string;
  /** Never negative except for an adjustment. Omitted for a release, which uses the reserved amount. */
  readonly amountCents?: number;
  readonly executionId?: string;
  readonly entityId?: string | null;
  readonly integrationCode?: string;
  readonly apiKeyId?: string | null;
  readonly description?: string;
}

/** The money of an organization. */
export interface Balance {
  /** Total amount: available and reserved. */
  readonly balanceCents: number;
  readonly reservedCents: number;
  readonly availableCents: number;
}

export type ReserveOutcome =
  | 'reserved'
  | { readonly insufficient: true; readonly availableCents: number; readonly neededCents: number };

/** An entry as it is displayed. */
export interface LedgerEntry {
  readonly id: string;
  readonly type: EntryKind;
  /** Signed change: of the available balance for a reservation or release, otherwise of the total balance. */
  readonly amountCents: number;
  readonly balanceAfterCents: number;
  readonly integrationCode: string | null;
  readonly enrichmentId: string | null;
  readonly entityId: string | null;
  readonly apiKeyId: string | null;
  readonly description: string | null;
  readonly createdAt: Date;
}
