export { DataListsModule } from './data-lists.module.js';
export { type ListStatus, type ListType, listTypes } from './domain/list-enumerations.js';
export { ListOverride, type ListOverrides } from './domain/list-override.js';
export { readOverrideItems } from './http/read-override-items.js';
export { normalizeListValue, wouldMatch } from './domain/list-keys.js';
export type { ListProbe } from './domain/list-probe.js';
export { type ListAutomation, ListAutomations, type ListUse, ListUsage } from './domain/list-uses.js';
export {
  type AdditionOutcome,
  appendRuleItems,
  type RuleAddition,
  type ListReadOptions,
  isListRead,
  ListReader,
  type ListRead,
} from './use-cases/list-reader.js';

export { checkLists, type ListMembership } from './use-cases/check-lists.js';
export { findLists, type ListSummary } from './use-cases/find-lists.js';
export { findActiveLists } from './persistence/data-list-repository.js';
export { revisionsAt } from './persistence/list-revisions.js';
export { restoreLists } from './use-cases/restore-lists.js';
export { lockListForSharing } from './use-cases/create-data-list.js';
export { findListedValues } from './use-cases/check-values.js';
export { findListedNameChanges, findListedNames, type ListedName } from './persistence/listed-names.js';
export { countPastItems, pastListChanges, type TimedListChange } from './persistence/past-lists.js';
export type { NewListItem } from './domain/list-item.js';
export { itemMembers, readRow } from './domain/read-row.js';
export { ListSyncs, readSyncSettings, type SyncFormat, type SyncSettings } from './domain/sync-settings.js';
export { DataListRepository } from './persistence/data-list-repository.js';
export type { DataListRow } from './persistence/data-list-row.js';
export { setSyncTime } from './persistence/synced-items.js';
export { CheckSyncSettings } from './use-cases/check-sync-settings.js';
export { replaceSyncedItems, type ReplacementCounts } from './use-cases/replace-synced-items.js';
export { ReadableLists } from './use-cases/readable-lists.js';
export { syncLimits } from './domain/sync-limits.js';
