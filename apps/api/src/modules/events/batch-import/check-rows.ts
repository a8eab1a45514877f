import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { newId } from '../../../platform/database/index.js';
import { type ApiError, toApiError } from '../../../platform/http/index.js';
import { BatchJobs, batchNouns, BatchRowLimit, tooManyRows } from '../batch-jobs/index.js';
import type { TableCheck } from './check-table.js';
import type { ImportTarget } from './import-targets.js';

/** Provides the row limit and the validation that an upload uses, so that a check reaches the same result. */
@Injectable()
export class CheckRows {
  constructor(
    private readonly batches: BatchJobs,
    private readonly rowLimit: BatchRowLimit,
  ) {}

  /** Returns the rules for checking rows. `source` says which field of the request contains the rows, and the name of the file. */
  async rulesOf(
    { organizationId, actor, from }: Principal,
    { kind, options }: ImportTarget,
    { member, name }: { readonly member: string; readonly name: string | null },
  ): Promise<Pick<TableCheck, 'refusalOf' | 'maxRows' | 'tooManyRows'>> {
    const handler = this.batches.handlerOf(kind);
    const askedBy = { organizationId, actor, from };
    const batch = { organizationId, id: newId(), kind, options, askedBy, totalItems: 0 };
    const maxRows = await this.rowLimit.maxRows(organizationId, kind);
    const wrong = { [member]: name === null ? 'has more' : `${name} has more` };
    return {
      refusalOf: (raw) => {
        try {
          handler.toRequest(batch, { sent: JSON.parse(raw) as unknown, raw });
          return null;
        } catch (error) {
          return knownRefusal(error);
        }
      },
      maxRows,
      tooManyRows: () => tooManyRows({ rows: maxRows, noun: batchNouns[kind].many }, wrong),
    };
  }
}

/** Rethrows internal errors, since the caller's data did not cause them. */
function knownRefusal(thrown: unknown): ApiError {
  const error = toApiError(thrown);
  if (error.code === 'INTERNAL_ERROR') throw thrown;
  return error;
}
