export { AssignWorkBody, AssignedWorkDto, TakenWorkDto, WaitingCountsDto } from './assignment.dto.js';
export { type AssignableWork, assignWork, countWaiting, takeNextWork, type WorkKind } from './assign-work.js';
