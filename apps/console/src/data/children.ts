import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from './client.js';
import { readPages } from './read-pages.js';

/** The direct children of an organization, in the same environment. */
export const childrenQuery = (organizationId: string, mayRead = true) =>
  queryOptions({
    queryKey: [organizationId, 'organization', 'children'],
    queryFn: ({ signal }) =>
      readPages(async (query) => {
        const params = { path: { id: organizationId }, query };
        const answer = await answerOf(clientOf(organizationId).GET('/organizations/{id}/children', { params, signal }));
        return { rows: answer.organizations, pagination: answer.pagination };
      }),
    enabled: mayRead,
  });
