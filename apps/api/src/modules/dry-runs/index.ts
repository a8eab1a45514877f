export type { DryRun } from './domain/dry-run.js';
export { DryRunsModule } from './dry-runs.module.js';
export { type DryRunRequest, StartDryRun } from './use-cases/start-dry-run.js';
export { shortEntity } from './domain/short-entity.js';
export { matchChanges, type MatchChange } from './domain/match-collector.js';
export { MatchDto, MatchListDto } from './http/dry-run.dto.js';
export { matchView } from './http/match-view.js';
export type { StoredMatch } from './persistence/match-store.js';
export { ReadDryRuns } from './use-cases/read-dry-runs.js';
