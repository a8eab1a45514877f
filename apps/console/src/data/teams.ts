import type { components } from '@tamis/client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from './client.js';
import { readPages } from './read-pages.js';

export type Team = components['schemas']['TeamDto'];

/** All teams of the account. */
export const teamsQuery = (organizationId: string, mayRead = true) =>
  queryOptions({
    queryKey: [organizationId, 'teams'],
    queryFn: ({ signal }) =>
      readPages(async (query) => {
        const answer = await answerOf(clientOf(organizationId).GET('/teams', { params: { query }, signal }));
        return { rows: answer.teams, pagination: answer.pagination };
      }),
    enabled: mayRead,
    staleTime: 60_000,
  });
