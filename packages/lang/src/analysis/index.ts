export * from './analyse-rules.js';
export * from './describe-finding.js';
export * from './finding.js';
export type { ConfirmCondition } from './solver.js';
export * from './possible-changes.js';
