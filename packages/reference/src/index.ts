export * from './evaluate-rule.js';
export * from './run-reference.js';
export * from './world.js';
