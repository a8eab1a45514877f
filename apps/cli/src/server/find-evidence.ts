import type { ApiClient } from './api-client.js';
import type { StoredRule } from './find-rule.js';

/** So many of the newest runs are looked at. */
const looked = 20;

interface Run {
  readonly id: string;
  readonly candidate: { readonly contentHashes: Readonly<Record<string, string>> };
}

/** The newest completed dry run of the newest version of a rule; null: there is none, or they may not be read. */
export async function findEvidence(client: ApiClient, { key, contentHash }: StoredRule): Promise<string | null> {
  const listed = await client.ask('/rules/dry-runs', { query: { status: 'completed', limit: looked } });
  if (!listed.ok) return null;
  const runs = listed.value['dryRuns'] as readonly Run[];
  return runs.find(({ candidate }) => candidate.contentHashes[key] === contentHash)?.id ?? null;
}
