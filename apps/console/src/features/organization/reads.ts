import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'organization', 'self'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: organizationId } };
      return (await answerOf(clientOf(organizationId).GET('/organizations/{id}', { params, signal }))).organization;
    },
  });

/** Names and time zones elsewhere on the page are read again as well. */
export function useOrganizationChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const about = ['organization', 'approvals', 'audit'];
    await Promise.all(about.map((kind) => queries.invalidateQueries({ queryKey: [organizationId, kind] })));
    await queries.invalidateQueries({ queryKey: ['session'] });
  };
}
