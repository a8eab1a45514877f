import type { components } from '@tamis/client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from './client.js';
import { readPages } from './read-pages.js';

export type Member = components['schemas']['MemberDto'];

/** Reads all members of an organization. */
export const readMembers = (organizationId: string, signal: AbortSignal): Promise<readonly Member[]> =>
  readPages(async (query) => {
    const answer = await answerOf(clientOf(organizationId).GET('/members', { params: { query }, signal }));
    return { rows: answer.members, pagination: answer.pagination };
  });

export const rolesQuery = (organizationId: string, mayRead: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'roles'],
    queryFn: async ({ signal }) => (await answerOf(clientOf(organizationId).GET('/roles', { signal }))).roles,
    enabled: mayRead,
  });
