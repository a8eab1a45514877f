import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { rowsOfPage } from '../../data/paging.js';
import type { MatricesSearch } from './model/matrices-search.js';
import { answerOf, clientOf } from '../../data/client.js';

export const matricesQuery = (organizationId: string, { q, page }: MatricesSearch) =>
  queryOptions({
    queryKey: [organizationId, 'risk-matrices', 'list', q, page],
    queryFn: ({ signal }) => {
      const params = { query: { ...(q !== undefined && { search: q }), ...rowsOfPage(page) } };
      return answerOf(clientOf(organizationId).GET('/risk-matrices', { params, signal }));
    },
    placeholderData: keepPreviousData,
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

const mostRules = 100;

/** Rules that a matrix can contain, searched by a part of their name. Excludes archived rules. */
export const choosableRulesQuery = (organizationId: string, search: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', 'choosable', search],
    queryFn: async ({ signal }) => {
      const query = { pageSize: mostRules, ...(search.trim() !== '' && { search: search.trim() }) };
      const { rules, totalPages } = await answerOf(
        clientOf(organizationId).GET('/rules', { params: { query }, signal }),
      );
      return { rules: rules.map(({ id, key, name }) => ({ id, key, name })), isWhole: totalPages <= 1 };
    },
    placeholderData: keepPreviousData,
  });

export function useMatricesChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const about = ['risk-matrices', 'rules', 'rule-sets', 'approvals', 'audit'];
    await Promise.all(about.map((kind) => queries.invalidateQueries({ queryKey: [organizationId, kind] })));
  };
}
