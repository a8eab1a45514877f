import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import type { TransactionsSearch } from './model/transactions-search.js';

const pageSize = 50;

export const transactionsQuery = (organizationId: string, { q, decision, cursor }: TransactionsSearch) =>
  queryOptions({
    queryKey: [organizationId, 'transactions', 'list', q, decision, cursor],
    queryFn: ({ signal }) => {
      const query = {
        limit: pageSize,
        ...(q !== undefined && { search: q }),
        ...(decision && { decision: [decision] }),
        ...(cursor !== undefined && { cursor }),
      };
      return answerOf(clientOf(organizationId).GET('/transactions', { params: { query }, signal }));
    },
    placeholderData: (before) => before,
  });

export const transactionQuery = (organizationId: string, transactionId: string) =>
  queryOptions({
    queryKey: [organizationId, 'transactions', transactionId],
    queryFn: async ({ signal }) => {
      const path = { id: transactionId };
      return (await answerOf(clientOf(organizationId).GET('/transactions/{id}', { params: { path }, signal })))
        .transaction;
    },
  });

/** How it was decided, with every rule, what would change it and what was near. */
export const evaluationQuery = (organizationId: string, evaluationId: string | null) =>
  queryOptions({
    queryKey: [organizationId, 'evaluations', evaluationId],
    queryFn: ({ signal }) =>
      answerOf(
        clientOf(organizationId).GET('/evaluations/{id}', {
          params: { path: { id: evaluationId ?? '' }, query: { include: ['trace', 'whatIf', 'neighbours'] } },
          signal,
        }),
      ),
    enabled: evaluationId !== null,
    // What was decided stays as it was.
    staleTime: Infinity,
  });
