export * from './actions.js';
export * from './expressions.js';
export * from './literals.js';
export * from './names.js';
export * from './rules.js';
