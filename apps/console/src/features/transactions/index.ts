export { decidingParts } from './model/deciding-parts.js';
export { decisions, type TransactionsSearch } from './model/transactions-search.js';
export { DecisionBadge } from './parts/decision-badge.js';
export { AsTest, RuleOutcomes } from './parts/rule-outcomes.js';
export { CauseText } from './parts/cause-text.js';
export { TraceTree } from './parts/trace-tree.js';
export { evaluationQuery, transactionQuery } from './queries.js';
