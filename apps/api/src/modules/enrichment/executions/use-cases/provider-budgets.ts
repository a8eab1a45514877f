import { Injectable } from '@nestjs/common';
import { ok, failure, type Result } from '@tamis/stdx';

import { Batcher } from '../../../../platform/batcher.js';
import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { type BudgetKey, takeTurns } from '../persistence/provider-budgets.js';

interface Turn {
  readonly key: BudgetKey;
  readonly perMinute: number;
  readonly waitMs: number;
}

const minuteMs = 60_000;
const secondMs = 1_000;

/** Limits the rate of calls to providers across all processes. Calls are reserved in order, and each caller that waits gets its own. */
@Injectable()
export class ProviderBudgets {
  private readonly turns = new Batcher<Turn, number | null>({
    maxBatchSize: 64,
    maxConcurrency: 1,
    processBatch: (_, turns) => this.takeTogether(turns),
  });

  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** Returns the milliseconds until a call is allowed; `null`, without reserving it, if that is later than `waitMs`. */
  take(key: BudgetKey, perMinute: number, waitMs: number): Promise<number | null> {
    return this.turns.enqueue(`${key.provider} ${key.credential}`, { key, perMinute, waitMs });
  }

  private async takeTogether(turns: readonly Turn[]): Promise<readonly Result<number | null, unknown>[]> {
    const everyMs = minuteMs / turns[0]!.perMinute;
    try {
      const first = await this.takeTurns(turns);
      if (first !== null) return turns.map((_, index) => ok(Math.max(0, first + index * everyMs)));
      const taken: Result<number | null, unknown>[] = [];
      for (const turn of turns) {
        const waitMs = await this.takeTurns([turn]);
        taken.push(ok(waitMs === null ? null : Math.max(0, waitMs)));
      }
      return taken;
    } catch (error) {
      return turns.map(() => failure(error));
    }
  }

  private takeTurns(turns: readonly Turn[]): Promise<number | null> {
    const [{ key, perMinute }] = turns as [Turn];
    const everyMs = minuteMs / perMinute;
    const waitMs = Math.min(...turns.map((turn) => turn.waitMs));
    const burstMs = Math.max(secondMs, everyMs);
    return inTransaction(this.pool, null, (client) =>
      takeTurns(client, key, { count: turns.length, everyMs, burstMs, waitMs }),
    );
  }
}
