import { Global, Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';

import { RuleSetsModule } from '../../decisions/rule-sets/index.js';
import { DryRunPort, RulesModule } from '../../rules/rules/index.js';
import { WatchlistsModule } from '../../screening/watchlists/index.js';
import { DryRunsController } from './http/dry-runs.controller.js';
import { SweepsController } from './http/sweeps.controller.js';
import { BuildCandidate } from './use-cases/build-candidate.js';
import { ExplainMatch } from './use-cases/explain-match.js';
import { CompileFilter } from './use-cases/compile-filter.js';
import { ReadDryRuns } from './use-cases/read-dry-runs.js';
import { RunDryRuns } from './use-cases/run-dry-runs.js';
import { StartDryRun } from './use-cases/start-dry-run.js';
import { StartSweep } from './use-cases/start-sweep.js';
import { StoredDryRuns } from './use-cases/stored-dry-runs.js';

/**
 * Replays past records with rules that are not active: dry runs and sweeps, executed as jobs. Global for `DryRunPort`, which rules require.
 */
@Global()
@Module({
  imports: [RuleSetsModule, RulesModule, WatchlistsModule],
  controllers: [DryRunsController, SweepsController],
  providers: [
    BuildCandidate,
    ExplainMatch,
    CompileFilter,
    ReadDryRuns,
    RunDryRuns,
    StartDryRun,
    StartSweep,
    { provide: DryRunPort, useClass: StoredDryRuns },
  ],
  exports: [DryRunPort, ReadDryRuns, StartDryRun],
})
export class DryRunsModule {
  constructor(figures: OperationFigures) {
    figures.addCount(
      'dryRunsUnderWay',
      `select count(*) from dry_runs where organization_id = $1 and status in ('queued', 'running')`,
    );
  }
}
