export * from './shown-account-numbers.js';
