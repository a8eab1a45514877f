export const entryKinds = ['top_up', 'charge', 'refund', 'adjustment', 'reserve', 'release'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What is to be posted. Of each kind a reference is posted once; again with the same amount it changes nothing. */
export interface NewEntry {
  readonly kind: EntryKind;
  /** What the entry is for: the id of a top-up or of an execution, or what an operator calls it. */
  readonly reference: string;
  /** Never negative but of an adjustment. Not needed to release: that is what was reserved. */
  readonly amountCents?: number;
  readonly executionId?: string;
  readonly entityId?: string | null;
  readonly integrationCode?: string;
  readonly apiKeyId?: string | null;
  readonly description?: string;
}

/** The money of an organization. */
export interface Balance {
  /** What it owns: available and reserved. */
  readonly balanceCents: number;
  readonly reservedCents: number;
  readonly availableCents: number;
}

export type ReserveOutcome =
  | 'reserved'
  | { readonly insufficient: true; readonly availableCents: number; readonly neededCents: number };

/** An entry as it is shown. */
export interface LedgerEntry {
  readonly id: string;
  readonly type: EntryKind;
  /** Signed: of the available balance where something is reserved or released, else of the whole. */
  readonly amountCents: number;
  readonly balanceAfterCents: number;
  readonly integrationCode: string | null;
  readonly enrichmentId: string | null;
  readonly entityId: string | null;
  readonly apiKeyId: string | null;
  readonly description: string | null;
  readonly createdAt: Date;
}
