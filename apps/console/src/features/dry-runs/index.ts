export { isUnfinished } from './model/figures.js';
export { present } from './model/matches-search.js';
export { shownMatch, type ShownRecord } from './model/shown-record.js';
export { RecordName, RecordTable } from './parts/record-table.js';
export { Ended, Progress, StartFailure, StatusBadge, useLiveRun } from './parts/run-state.js';
export { startBody, StartFields, useStartForm } from './parts/start-fields.js';
export { dryRunsQuery, sweepMatchesQuery, sweepQuery } from './queries.js';
