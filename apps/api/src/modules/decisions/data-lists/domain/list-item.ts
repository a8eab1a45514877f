import type { ItemSeverity } from './list-enumerations.js';

/** Who added an item to a list. */
export interface AddedBy {
  readonly type: 'user' | 'api_key' | 'rule' | 'automation' | 'import' | 'sync';
  readonly id: string;
  readonly ruleId?: string;
  readonly ruleVersion?: number;
  readonly evaluationId?: string;
}

/** An item as given by a caller or a rule. */
export interface NewListItem {
  readonly primaryValue: string;
  readonly secondaryValue?: string | null | undefined;
  readonly searchKeys?: readonly string[] | null | undefined;
  readonly category?: string | null | undefined;
  readonly riskScore?: number | null | undefined;
  readonly severity?: ItemSeverity | null | undefined;
  readonly reason?: string | null | undefined;
  readonly sourceReference?: string | null | undefined;
  readonly itemData?: object | null | undefined;
  readonly metadata?: object | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly expiresAt?: string | null | undefined;
}

/** How to handle an item whose value is already on the list. If both are `false`, it is an error. */
export interface DuplicatePolicy {
  readonly ignoreDuplicates: boolean;
  readonly updateExisting: boolean;
}

export interface ItemError {
  readonly index: number;
  readonly primaryValue: string;
  readonly code: 'DUPLICATE_ITEM' | 'INVALID_VALUE_FOR_LIST_TYPE';
  readonly message: string;
}

/** `processed` is the sum of `created`, `updated`, `skipped` and `errors`. */
export interface ItemCounts {
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  /** Items whose value was already on the list, or occurred earlier in the same request. */
  readonly duplicates: number;
  /** Duplicates that were ignored. */
  readonly skipped: number;
  readonly errors: number;
  readonly errorDetails: readonly ItemError[];
}
