import { failure, ok, type Result } from '@tamis/stdx';
import { failureProblem, type Problem } from '../problem.js';
import type { ApiClient } from './api-client.js';

/** Returns the id of the organization to which the key belongs. */
export async function findOrganizationId(client: ApiClient): Promise<Result<string, Problem>> {
  const tested = await client.request('/auth/test');
  if (!tested.ok) return tested;
  const { organizationId } = (tested.value['apiKey'] ?? {}) as { readonly organizationId?: string };
  return organizationId === undefined
    ? failure(failureProblem(`${client.server} does not tell the organization of the key`))
    : ok(organizationId);
}
