export { readRulesSearch, ruleStatuses } from './model/rules-search.js';
export { ruleQuery, rulesQuery } from './queries.js';
