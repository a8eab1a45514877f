import { Module } from '@nestjs/common';

import { RuleSetsModule } from '../rule-sets/index.js';
import { DecideRecord } from './use-cases/decide-record.js';
import { RunRules } from './use-cases/run-rules.js';
import { StoredRuns } from './use-cases/stored-runs.js';

/** Runs of rules on records of every kind, what they do, and what is kept of them. */
@Module({
  imports: [RuleSetsModule],
  providers: [DecideRecord, RunRules, StoredRuns],
  exports: [RunRules, StoredRuns],
})
export class EvaluationsModule {}
