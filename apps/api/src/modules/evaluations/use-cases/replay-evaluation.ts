import { Injectable, Logger } from '@nestjs/common';
import type { RunOutcome } from '@tamis/engine';

import type { Principal } from '../../../platform/auth/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { Evaluations } from '../../rule-sets/index.js';
import { type Difference, differences } from '../domain/differences.js';
import { isReplayable } from '../domain/evaluation-view.js';
import type { StoredRun } from '../domain/stored-run.js';
import { ReadEvaluations } from './read-evaluations.js';

/** A run decided once more from what it read. */
export interface Replay {
  readonly original: StoredRun;
  readonly outcome: RunOutcome;
  /** Whether the outcome has the very bytes that were stored. */
  readonly isEqual: boolean;
  readonly differences: readonly Difference[];
}

/** Decides stored runs again; nothing is stored, and no action runs. */
@Injectable()
export class ReplayEvaluation {
  private readonly logger = new Logger('replay');

  constructor(
    private readonly reading: ReadEvaluations,
    private readonly evaluations: Evaluations,
  ) {}

  /** Throws 409 `ENGINE_VERSION_UNAVAILABLE` for a run of an engine that gave other answers to the same rules. */
  async run(principal: Principal, id: string): Promise<Replay> {
    const original = await this.reading.one(principal, id);
    const { row, decided } = original;
    if (!isReplayable(original))
      throw new ApiError(
        'ENGINE_VERSION_UNAVAILABLE',
        'The engine that decided it is not part of this server any more',
      );
    const outcome = await this.evaluations.evaluate(decided.set, row.context, row.facts, decided.run);
    const text = JSON.stringify(outcome);
    if (text === row.outcome) return { original, outcome, isEqual: true, differences: [] };
    const found = differences(decided.outcome, JSON.parse(text), 'outcome');
    this.logger.error(`evaluation ${id} is replayed to another outcome, first at ${found[0]?.path ?? 'its spelling'}`);
    return { original, outcome, isEqual: false, differences: found };
  }
}
