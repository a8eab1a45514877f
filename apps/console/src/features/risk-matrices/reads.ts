import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';

const mostMatrices = 100;

export const matricesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'risk-matrices', 'list'],
    queryFn: ({ signal }) => {
      const params = { query: { limit: mostMatrices } };
      return answerOf(clientOf(organizationId).GET('/risk-matrices', { params, signal }));
    },
  });

export const defaultsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'risk-matrices', 'defaults'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/risk-matrices/defaults', { signal }))).defaults,
  });

export const matrixQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'risk-matrices', 'one', id],
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/risk-matrices/{id}', { params: { path: { id } }, signal })),
  });

export function useMatricesChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const about = ['risk-matrices', 'rule-sets', 'approvals', 'audit'];
    await Promise.all(about.map((kind) => queries.invalidateQueries({ queryKey: [organizationId, kind] })));
  };
}
