export * from './evaluate-rule.js';
export * from './evaluate-reference.js';
export * from './interpreter-input.js';
