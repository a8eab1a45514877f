export { JobActions } from './parts/job-actions.js';
export { JobBadge, JobProgress } from './parts/job-badge.js';
export { jobsQuery } from './queries.js';
