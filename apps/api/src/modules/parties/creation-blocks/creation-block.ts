/** The record type whose creation a list forbids, or every one. */
export const blockScopes = ['all', 'person', 'company', 'payment_method'] as const;
export type BlockScope = (typeof blockScopes)[number];

/** Forbids what has a value on a list: no entity of the scope is created whose field holds it. */
export interface CreationBlock {
  readonly id: string;
  readonly listId: string;
  /** `taxId`, `entityData.person.email`, `attributes.segment` */
  readonly fieldPath: string;
  readonly scope: BlockScope;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** The block an entity ran into, and with what. */
export interface BlockedCreation {
  readonly ruleId: string;
  readonly listId: string;
  readonly fieldPath: string;
  readonly scope: BlockScope;
  /** As it was sent. */
  readonly matchedValue: string;
}

/** Fields of an entity that may be compared with a list: those of its root, and everything below the caller's own. */
export const blockFieldPath =
  /^(externalId|name|taxId|countryCode|nationality|email|phone|(entityData|attributes)(\.[A-Za-z_][A-Za-z0-9_-]*){1,8})$/;
