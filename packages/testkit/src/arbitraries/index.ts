export * from './actions.js';
export * from './expressions.js';
export * from './literals.js';
export * from './matrices.js';
export * from './names.js';
export * from './objects.js';
export * from './rules.js';
export * from './tests.js';
