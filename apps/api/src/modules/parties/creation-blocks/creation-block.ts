/** The record type whose creation a list forbids, or all types. */
export const blockScopes = ['all', 'person', 'company', 'payment_method'] as const;
export type BlockScope = (typeof blockScopes)[number];

/** Forbids creating entities of the scope whose field has a value on the list. */
export interface CreationBlock {
  readonly id: string;
  readonly listId: string;
  /** For example `taxId`, `entityData.person.email` or `attributes.segment`. */
  readonly fieldPath: string;
  readonly scope: BlockScope;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** The block that prevented the creation of an entity, and the value that matched. */
export interface BlockedCreation {
  readonly ruleId: string;
  readonly listId: string;
  readonly fieldPath: string;
  readonly scope: BlockScope;
  /** The value as it was sent. */
  readonly matchedValue: string;
}

/** The fields of an entity that can be compared with a list: the fields of its root, and everything below the caller's own data. */
export const blockFieldPath =
  /^(externalId|name|taxId|countryCode|nationality|email|phone|(entityData|attributes)(\.[A-Za-z_][A-Za-z0-9_-]*){1,8})$/;
