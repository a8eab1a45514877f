import { Logger } from '@nestjs/common';

import { ApiError } from '../../../../platform/http/index.js';
import type { PeriodicTask } from '../../../../platform/periodic-task.js';

interface DueRecords {
  /** What each is called in the log. */
  readonly what: string;
  readonly task: PeriodicTask;
  readonly organizations: readonly string[];
  readonly findDue: (organizationId: string) => Promise<readonly string[]>;
  /** How many it ended: of several processes that see one at once, the second finds it ended. */
  readonly end: (organizationId: string, id: string) => Promise<number>;
}

const logger = new Logger('kyc');

/** Ends what time ends, one after the other; a failure of one keeps no other waiting. How many were ended. */
export async function endDue({ what, task, organizations, findDue, end }: DueRecords): Promise<number> {
  let ended = 0;
  for (const organizationId of organizations)
    for (const id of await findDue(organizationId)) {
      if (task.isStopped) return ended;
      ended += await end(organizationId, id).catch((error: unknown) => {
        // It was deleted with its entity meanwhile.
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return 0;
        logger.warn(`${what} ${id} was not ended: ${String(error)}`);
        return 0;
      });
    }
  return ended;
}
