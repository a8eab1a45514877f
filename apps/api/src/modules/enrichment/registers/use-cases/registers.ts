import { Injectable } from '@nestjs/common';
import type { ItemProblem } from '@tamis/enrichment';
import { failure, ok, type Result } from '@tamis/stdx';

import { InjectPgPool, inTransaction, type PgPool } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { findFacts } from '../persistence/register-store.js';

/** Registers loaded by an operator. They are public and do not belong to an organization. */
@Injectable()
export class Registers {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** Returns the rows of a register for a key, in file order; empty if the loaded register does not contain it. */
  async lookUp(register: string, key: string): Promise<Result<readonly unknown[], ItemProblem>> {
    const facts = await inTransaction(this.pool, null, (client) =>
      findFacts(client, register, key, limits.registerRowsOfKey),
    );
    if (facts !== null) return ok(facts);
    return failure({ code: 'DATASET_NOT_LOADED', message: `The server has not loaded the register ${register}.` });
  }
}
