import { Injectable } from '@nestjs/common';

import { generateToken, hashToken } from '../../../../platform/auth/index.js';
import { takeTurn, type Transaction } from '../../../../platform/database/index.js';
import { automationLimits } from '../../definitions/index.js';
import type { LeasedExecution } from '../domain/execution.js';
import { StepError } from '../domain/step-error.js';
import { countWaiting, insertToken } from '../persistence/token-store.js';

/** More executions than all processes can start to wait at the same time. */
const nearLimit = 1_000;

/** Makes executions wait for somebody who is given a token that continues them once. */
@Injectable()
export class Standby {
  /** Returns the token, of which only the hash is stored. It is shown to the caller who starts an execution manually. */
  async open(client: Transaction, execution: LeasedExecution, nodeId: string): Promise<string> {
    const { organizationId, id, automationId } = execution;
    const isWithin = async (most: number): Promise<boolean> =>
      (await countWaiting(client, organizationId, automationId)) < most;
    const { waiting } = automationLimits;
    // Near the limit, executions start to wait one after the other, so that each counts the earlier ones.
    const isFar = await isWithin(waiting - nearLimit);
    if (!isFar) await takeTurn(client, `waiting ${automationId}`);
    if (!isFar && !(await isWithin(waiting)))
      throw new StepError('TOO_MANY_ITEMS', `at most ${waiting} executions of an automation wait`);
    const token = `${Buffer.from(organizationId.replaceAll('-', ''), 'hex').toString('base64url')}.${generateToken()}`;
    await insertToken(client, organizationId, { executionId: id, nodeId, hash: hashToken(token) });
    return token;
  }
}
