export { CheckGuards } from './check-guards.js';
