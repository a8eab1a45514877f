export { ReleaseWork } from './release-work.js';
export { AssignWorkBody, AssignedWorkDto, TakenWorkDto, WaitingCountsDto } from './assignment.dto.js';
export {
  type AssignableWork,
  assignWork,
  countWaiting,
  releasable,
  takeNextWork,
  type WorkKind,
} from './assign-work.js';
