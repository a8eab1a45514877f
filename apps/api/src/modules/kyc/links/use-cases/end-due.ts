import { Logger } from '@nestjs/common';

import { ApiError } from '../../../../platform/http/index.js';
import type { PeriodicTask } from '../../../../platform/periodic-task.js';

interface DueRecords {
  /** What a record is called in the log. */
  readonly what: string;
  readonly task: PeriodicTask;
  readonly organizations: readonly string[];
  readonly findDue: (organizationId: string) => Promise<readonly string[]>;
  /** Ends a record and returns how many were ended: if several processes try at once, the second one finds it ended. */
  readonly end: (organizationId: string, id: string) => Promise<number>;
}

const logger = new Logger('kyc');

/** Ends expired records one after another; a failure of one does not hold up the others. Returns how many were ended. */
export async function endDue({ what, task, organizations, findDue, end }: DueRecords): Promise<number> {
  let ended = 0;
  for (const organizationId of organizations)
    for (const id of await findDue(organizationId)) {
      if (task.isStopped) return ended;
      ended += await end(organizationId, id).catch((error: unknown) => {
        // It was deleted with its entity meanwhile.
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return 0;
        logger.warn(`${what} ${id} could not be ended: ${String(error)}`);
        return 0;
      });
    }
  return ended;
}
