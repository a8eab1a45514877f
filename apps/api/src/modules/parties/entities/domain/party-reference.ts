/** The identifiers of a party, tried in this order. Absent and `null` mean the same. */
export interface PartyReference {
  /** A UUID. */
  readonly entityId?: string | null;
  readonly externalId?: string | null;
  readonly normalizedTaxId?: string | null;
}
