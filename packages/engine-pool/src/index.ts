export * from './engine-pool.js';
export * from './evaluation-pool.js';
export * from './pool-error.js';
