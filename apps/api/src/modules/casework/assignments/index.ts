export { AssignWorkBody, AssignedWorkDto, TakenWorkDto, WaitingCountsDto } from './assignment.dto.js';
export { type AssignableWork, assignWork, takeNextWork, type WorkKind } from './assign-work.js';
export { countWaiting } from './count-waiting.js';
