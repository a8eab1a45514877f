import type { ObjectValueJson } from './object-json.js';

/** Settings without their own words in the text, as written in `with { … }`. */
export interface MoreSettingsJson {
  readonly [key: string]: ObjectValueJson | undefined;
}

export interface CreateAlertJson {
  readonly severity: string;
  /** Message template. */
  readonly title: string;
  /** JSON path whose value suppresses further alerts. */
  readonly dedupeKey?: string;
  /** Whole hours; if absent or 0, as long as an alert with that key is open. */
  readonly dedupeHours?: number | { readonly $duration: string };
}

export interface SuggestionJson {
  readonly value: string;
}

export interface UpdateEntityStatusJson {
  /** `self` for the subject of the rule, or an entity word of the text (`origin`, `destination`, `entity`, `person`, `company`). */
  readonly target: string;
  readonly status: string;
  readonly reason?: string;
}

export interface UpdateTransactionStatusJson {
  readonly status: string;
  /** `self` if the text names no target. */
  readonly target?: 'self';
  readonly reason?: string;
}

export type AssignUserJson = { readonly userId: string } | { readonly teamId: string };

export interface ListMappingJson {
  readonly fieldPath: string;
  /** UUID or name of a list, or `$alias`. `{$list}`: a name that itself begins with `$`; `{$listType}`: all lists of a type. */
  readonly listId: string | { readonly $list: string } | { readonly $listType: string };
}

export interface AddFieldToCustomListJson {
  readonly mappings: readonly ListMappingJson[];
  readonly reason?: string;
}

export interface CreateInvestigationJson {
  readonly priority: string;
  /** Message template. */
  readonly name: string;
}

export interface RunAutomationJson {
  readonly automationId: string;
}

export interface SendNotificationJson {
  readonly channel: string;
  /** Message template; absent if there is no message, for example because a `template` is named. */
  readonly message?: string;
}

export interface SetCustomKeysJson {
  readonly keys: readonly string[];
}

interface SettingsByType {
  readonly createAlert: CreateAlertJson;
  readonly suggestion: SuggestionJson;
  readonly updateEntityStatus: UpdateEntityStatusJson;
  readonly updateTransactionStatus: UpdateTransactionStatusJson;
  readonly assignUser: AssignUserJson;
  readonly addFieldToCustomList: AddFieldToCustomListJson;
  readonly createInvestigation: CreateInvestigationJson;
  readonly runAutomation: RunAutomationJson;
  readonly sendNotification: SendNotificationJson;
  readonly setCustomKeys: SetCustomKeysJson;
}

export type ActionType = keyof SettingsByType;

/** One action: its type, with the settings under the key of the same name. */
export type ActionJson = {
  readonly [K in ActionType]: {
    readonly type: K;
    readonly tags?: ObjectValueJson;
  } & { readonly [Key in K]: SettingsByType[K] & MoreSettingsJson };
}[ActionType];
