import type { Queryable } from '../../../../platform/database/index.js';
import { findRuleAutomations } from '../../../decisions/evaluations/index.js';

const none: ReadonlySet<string> = new Set();

/** Returns the ids of automations that rules may start, for checking texts; nothing is queried if no text names one. */
export const findNamedAutomations = async (
  client: Queryable,
  organizationId: string,
  ...sources: readonly string[]
): Promise<ReadonlySet<string>> =>
  sources.some((source) => source.includes('automation')) ? findRuleAutomations(client, organizationId) : none;
