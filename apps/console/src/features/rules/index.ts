export { ruleQuery, ruleSetQuery, rulesQuery } from './queries.js';
