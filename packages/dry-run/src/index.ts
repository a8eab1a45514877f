export * from './events/read-event.js';
export * from './events/read-json-lines.js';
export * from './events/replay-event.js';
export * from './report/dry-run-report.js';
export type { SideOutcome } from './report/side-tally.js';
export * from './run/dry-run.js';
export * from './run/dry-run-request.js';
export * from './sweep/sweep-candidates.js';
