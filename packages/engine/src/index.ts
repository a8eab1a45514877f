export * from './evaluate/effect.js';
export * from './evaluate/run.js';
export * from './evaluate/run-outcome.js';
export * from './facts/facts.js';
export * from './rule-set/compiled-rule-set.js';
export * from './rule-set/rule-set-content.js';
export * from './summary/applied-actions.js';
