import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { queryOf, type TransactionsSearch } from './model/transactions-search.js';

const pageSize = 50;

export const transactionsQuery = (
  organizationId: string,
  timeZone: string,
  { row: _, ...search }: TransactionsSearch,
) =>
  queryOptions({
    queryKey: [organizationId, 'transactions', 'list', search],
    queryFn: ({ signal }) => {
      const query = { limit: pageSize, ...queryOf(search, timeZone) } as object;
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

/** The decision with all rules, what would change it, and which rules were close. */
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
    // A decision never changes.
    staleTime: Infinity,
  });

/** The name of a party; `null` requests nothing. */
export const partyNameQuery = (organizationId: string, entityId: string | null) =>
  queryOptions({
    queryKey: [organizationId, 'entities', entityId, 'name'],
    queryFn: async ({ signal }) => {
      const path = { id: entityId ?? '' };
      return (await answerOf(clientOf(organizationId).GET('/entities/{id}', { params: { path }, signal }))).name;
    },
    enabled: entityId !== null,
    retry: false,
  });

/** The key of a rule; `null` requests nothing. */
export const ruleKeyQuery = (organizationId: string, ruleId: string | null) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'key'],
    queryFn: async ({ signal }) => {
      const path = { id: ruleId ?? '' };
      return (await answerOf(clientOf(organizationId).GET('/rules/{id}', { params: { path }, signal }))).rule.key;
    },
    enabled: ruleId !== null,
    retry: false,
  });
