export * from './guard-limit.js';
export { printGuard, printGuardLimit } from './print-guard.js';
export { readGuard, type GuardTextError } from './read-guard.js';
