import { failure, ok, type Result } from '@tamis/stdx';
import { usageProblem, type Problem } from '../problem.js';
import type { ApiClient } from './api-client.js';

/** The fields of a rule that commands read. */
export interface StoredRule {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly status: string;
  readonly version: number;
  readonly activeVersion: number | null;
  readonly shadowVersion: number | null;
  readonly source: string;
  /** The hash of the newest version. */
  readonly contentHash: string;
  /** `null` if no guard monitors it. */
  readonly guard: object | null;
}

/** Returns the rule with the given key. */
export async function findRule(client: ApiClient, key: string): Promise<Result<StoredRule, Problem>> {
  const listed = await client.request('/rules', { query: { key } });
  if (!listed.ok) return listed;
  const [rule] = (listed.value['rules'] ?? []) as readonly StoredRule[];
  return rule ? ok(rule) : failure(usageProblem(`${client.server} has no rule \`${key}\``));
}
