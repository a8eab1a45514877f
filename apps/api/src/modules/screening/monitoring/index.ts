export { findWatched } from './persistence/monitoring-store.js';
