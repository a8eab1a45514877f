export type { DryRun } from './domain/dry-run.js';
export { DryRunsModule } from './dry-runs.module.js';
export { type DryRunRequest, StartDryRun } from './use-cases/start-dry-run.js';
