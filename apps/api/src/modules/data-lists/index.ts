export { DataListsModule } from './data-lists.module.js';
export { type ListStatus, type ListType, listTypes } from './domain/list-enumerations.js';
export { normalizeListValue } from './domain/list-keys.js';
export { type AdditionOutcome, appendRuleItems, type RuleAddition } from './use-cases/append-rule-items.js';
export { checkLists, type ListAnswer, type ListProbe } from './use-cases/check-lists.js';
export { findLists, type ListSummary } from './use-cases/find-lists.js';
