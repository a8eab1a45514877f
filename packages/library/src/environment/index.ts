export * from './in-memory-data.js';
export * from './rates.js';
export * from './reference-key.js';
export * from './run-environment.js';
