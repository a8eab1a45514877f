import { Injectable } from '@nestjs/common';

import { generateToken, hashToken } from '../../../../platform/auth/index.js';
import { takeTurn, type Transaction } from '../../../../platform/database/index.js';
import { automationLimits } from '../../definitions/index.js';
import type { LeasedExecution } from '../domain/execution.js';
import { StepError } from '../domain/step-error.js';
import { countWaiting, insertToken } from '../persistence/token-store.js';

/** More than all processes bring to wait at the same time. */
const nearLimit = 1_000;

/** Has executions wait for somebody, who is given a token that continues it once. */
@Injectable()
export class Standby {
  /** The token, which is stored nowhere but as its hash; whoever starts an execution by hand is told it. */
  async open(client: Transaction, execution: LeasedExecution, nodeId: string): Promise<string> {
    const { organizationId, id, automationId } = execution;
    const isWithin = async (most: number): Promise<boolean> =>
      (await countWaiting(client, organizationId, automationId)) < most;
    const { waiting } = automationLimits;
    // Near the limit one begins to wait after the other, and each counts those before it.
    const isFar = await isWithin(waiting - nearLimit);
    if (!isFar) await takeTurn(client, `waiting ${automationId}`);
    if (!isFar && !(await isWithin(waiting)))
      throw new StepError('TOO_MANY_ITEMS', `at most ${waiting} executions of an automation wait`);
    const token = `${Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url')}.${generateToken()}`;
    await insertToken(client, organizationId, { executionId: id, nodeId, hash: hashToken(token) });
    return token;
  }
}
