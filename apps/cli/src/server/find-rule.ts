import { failure, ok, type Result } from '@tamis/stdx';
import { usageProblem, type Problem } from '../problem.js';
import type { ApiClient } from './api-client.js';

/** The part of a rule that commands read. */
export interface StoredRule {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly status: string;
  readonly version: number;
  readonly activeVersion: number | null;
  readonly shadowVersion: number | null;
  readonly source: string;
  /** Of the newest version. */
  readonly contentHash: string;
  /** Null: none watches it. */
  readonly guard: object | null;
}

/** The rule of a key. */
export async function findRule(client: ApiClient, key: string): Promise<Result<StoredRule, Problem>> {
  const listed = await client.request('/rules', { query: { key } });
  if (!listed.ok) return listed;
  const [rule] = (listed.value['rules'] ?? []) as readonly StoredRule[];
  return rule ? ok(rule) : failure(usageProblem(`${client.server} has no rule \`${key}\``));
}
