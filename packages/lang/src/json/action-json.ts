export interface CreateAlertJson {
  readonly severity: string;
  /** Message template. */
  readonly title: string;
  /** JSON path whose value suppresses further alerts. */
  readonly dedupeKey?: string;
  /** Whole hours; absent or 0: while an alert with that key is open. */
  readonly dedupeHours?: number | { readonly $duration: string };
}

export interface SuggestionJson {
  readonly value: string;
}

export interface UpdateEntityStatusJson {
  /** `self`: the subject of the rule, or an entity word of the text (`origin`, `destination`, `entity`, `person`, `company`). */
  readonly target: string;
  readonly status: string;
  readonly reason?: string;
}

export interface UpdateTransactionStatusJson {
  readonly status: string;
  /** `self` where the text names no target. */
  readonly target?: 'self';
  readonly reason?: string;
}

export interface ListMappingJson {
  readonly fieldPath: string;
  /** UUID or name of a list, or `$alias`. `{$list}`: a name that itself begins with `$`. */
  readonly listId: string | { readonly $list: string };
}

export interface AddFieldToCustomListJson {
  readonly mappings: readonly ListMappingJson[];
  readonly reason?: string;
}

export interface SetCustomKeysJson {
  readonly keys: readonly string[];
}

export type ActionJson =
  | { readonly type: 'createAlert'; readonly createAlert: CreateAlertJson }
  | { readonly type: 'suggestion'; readonly suggestion: SuggestionJson }
  | { readonly type: 'updateEntityStatus'; readonly updateEntityStatus: UpdateEntityStatusJson }
  | { readonly type: 'updateTransactionStatus'; readonly updateTransactionStatus: UpdateTransactionStatusJson }
  | { readonly type: 'addFieldToCustomList'; readonly addFieldToCustomList: AddFieldToCustomListJson }
  | { readonly type: 'setCustomKeys'; readonly setCustomKeys: SetCustomKeysJson };
