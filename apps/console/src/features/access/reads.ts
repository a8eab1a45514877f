import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf, clientOf } from '../../data/client.js';
import { type Member, readMembers } from '../../data/members.js';
import { readPages } from '../../data/read-pages.js';

export type { Member };
export type Role = components['schemas']['RoleDto'];
export type ApiKey = components['schemas']['ApiKeyDto'];
export type Right = components['schemas']['PermissionName'];

export const membersQuery = (organizationId: string, mayRead = true) =>
  queryOptions({
    queryKey: [organizationId, 'members', 'all'],
    queryFn: ({ signal }) => readMembers(organizationId, signal),
    enabled: mayRead,
  });

/** All permissions that exist. They change only with the version of the server. */
export const rightsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'permissions'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/permissions', { signal }))).permissions,
    staleTime: Infinity,
  });

export const keysQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'api-keys'],
    queryFn: ({ signal }) =>
      readPages(async (query) => {
        const answer = await answerOf(clientOf(organizationId).GET('/api-keys', { params: { query }, signal }));
        return { rows: answer.apiKeys, pagination: answer.pagination };
      }),
  });

/** Returns a function that reads everything shown about members, roles and keys again. */
export function useAccessChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const about = ['members', 'teams', 'roles', 'api-keys', 'audit'];
    await Promise.all(about.map((kind) => queries.invalidateQueries({ queryKey: [organizationId, kind] })));
  };
}
