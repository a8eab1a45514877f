export { readRulesSearch, ruleStatuses } from './model/rules-search.js';
export { ruleQuery, ruleSetQuery, rulesQuery } from './queries.js';
