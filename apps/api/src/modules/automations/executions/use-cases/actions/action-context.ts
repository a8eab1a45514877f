import type { Principal } from '../../../../../platform/auth/index.js';
import type { Transaction } from '../../../../../platform/database/index.js';
import { invalid } from '../../../../../platform/http/index.js';
import type { JsonObject } from '../../../definitions/index.js';
import type { ExecutionTrigger } from '../../domain/execution.js';

/** The execution for which an action is performed, and its permissions. */
export interface ActionContext {
  /** Transaction of the step. Changes made in it are rolled back with the step. */
  readonly client: Transaction;
  readonly principal: Principal;
  readonly trigger: ExecutionTrigger;
  readonly data: JsonObject;
  readonly executionId: string;
  readonly nodeId: string;
  readonly now: Date;
}

/** Result of an action, for the log and for texts of later steps. */
export type ActionResult = JsonObject;

/** Returns the id in the config, or otherwise that of the event. Throws 400 if there is neither. */
export function requireId(named: string | undefined, ofEvent: string | undefined, member: string): string {
  const id = named ?? ofEvent;
  if (id === undefined) throw invalid({ [member]: 'names no record, and the trigger of the automation has none' });
  return id;
}
