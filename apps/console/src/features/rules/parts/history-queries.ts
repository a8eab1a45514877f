import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../../data/client.js';
import { rowsOfPage } from '../../../data/paging.js';

/** Versions of a rule, newest first. */
export const versionsQuery = (organizationId: string, ruleId: string, page: number) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'versions-list', page],
    queryFn: ({ signal }) => {
      const params = { path: { id: ruleId }, query: rowsOfPage(page) };
      return answerOf(clientOf(organizationId).GET('/rules/{id}/versions', { params, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** How two versions behaved on the same records of the last 30 days; `null` if no record was evaluated by both. */
export const behaviourQuery = (organizationId: string, ruleId: string, base: number, head: number) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'compared', base, head],
    queryFn: async ({ signal }) => {
      const params = { path: { id: ruleId }, query: { base, head } };
      return (await answerOf(clientOf(organizationId).GET('/rules/{id}/compare', { params, signal }))).behaviour;
    },
    enabled: base !== head,
  });
