export * from './path-scope.js';
export * from './path-syntax.js';
export * from './to-json-path.js';
export * from './to-text-path.js';
