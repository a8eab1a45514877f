export * from './canonical-json.js';
export * from './exhaustive.js';
export * from './money.js';
export * from './numeric.js';
export * from './result.js';
