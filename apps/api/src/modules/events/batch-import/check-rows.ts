import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { newId } from '../../../platform/database/index.js';
import { type ApiError, toApiError } from '../../../platform/http/index.js';
import { BatchJobs, batchNouns, BatchRowLimit, tooManyRows } from '../batch-jobs/index.js';
import type { TableCheck } from './check-table.js';
import type { ImportTarget } from './import-targets.js';

/** What an upload would do with rows, as it would itself find out. */
@Injectable()
export class CheckRows {
  constructor(
    private readonly batches: BatchJobs,
    private readonly rowLimit: BatchRowLimit,
  ) {}

  /** `source`: where the rows stand in the request, and what they are called. */
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

/** Throws what no caller is to blame for. */
function knownRefusal(thrown: unknown): ApiError {
  const error = toApiError(thrown);
  if (error.code === 'INTERNAL_ERROR') throw thrown;
  return error;
}
