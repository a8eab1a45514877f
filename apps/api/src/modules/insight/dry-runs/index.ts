export { candidateContent, noteRuleKeys } from './domain/candidate-content.js';
export { DryRunsModule } from './dry-runs.module.js';
export { toEntitySummary } from './domain/to-entity-summary.js';
export { ClauseAttributionDto, DecisionFlipDto, GainedAndLostDto } from './dto/dry-run-figures.dto.js';
export { MatchListDto } from './dto/match.dto.js';
export { matchListView } from './http/match-view.js';
export type { StoredMatch } from './persistence/match-store.js';
export { type DryRunReader, ReadDryRuns } from './use-cases/read-dry-runs.js';
