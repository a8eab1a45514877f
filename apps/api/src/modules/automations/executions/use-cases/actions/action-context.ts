import type { Principal } from '../../../../../platform/auth/index.js';
import type { Transaction } from '../../../../../platform/database/index.js';
import { invalid } from '../../../../../platform/http/index.js';
import type { JsonObject } from '../../../definitions/index.js';
import type { ExecutionTrigger } from '../../domain/execution.js';

/** What an action is done for, and with whose permissions. */
export interface ActionContext {
  /** Of the step; what joins it is undone with it. */
  readonly client: Transaction;
  readonly principal: Principal;
  readonly trigger: ExecutionTrigger;
  readonly data: JsonObject;
  readonly executionId: string;
  readonly nodeId: string;
  readonly now: Date;
}

/** What an action made, for the log and for texts behind it. */
export type ActionResult = JsonObject;

/** The id that a config names, else that of the event. Throws 400 where neither does. */
export function requireId(named: string | undefined, ofEvent: string | undefined, member: string): string {
  const id = named ?? ofEvent;
  if (id === undefined) throw invalid({ [member]: 'names no record, and neither does what started the automation' });
  return id;
}
