export * from './analyse-rules.js';
export * from './describe-finding.js';
export * from './finding.js';
export type { ConfirmCondition } from './questions.js';
export * from './possible-changes.js';
