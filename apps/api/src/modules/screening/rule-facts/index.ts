export { ScreeningFacts } from './use-cases/screening-facts.js';
export { type SharedLists, shareLists, searchShared } from './use-cases/shared-lists.js';
