import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { readPages } from '../../data/read-pages.js';
import type { RulesSearch } from './model/rules-search.js';

const pageSize = 50;

const filterOf = ({ q, status, category, owner, matrix, tripped, page = 1 }: RulesSearch) => ({
  ...(q !== undefined && { search: q }),
  ...(status && { status }),
  ...(category && { category }),
  ...(owner !== undefined && { owner }),
  ...(tripped === true && { guard: 'tripped' as const }),
  ...(matrix !== undefined && { riskMatrixId: matrix }),
  page,
  pageSize,
});

/** `stats` has the hits per day of the last 14 days. */
type Inclusion = 'guardState' | 'stats';

export const rulesQuery = (organizationId: string, search: RulesSearch, include: readonly Inclusion[] = []) =>
  queryOptions({
    queryKey: [organizationId, 'rules', 'list', search, include],
    queryFn: ({ signal }) => {
      const query = { ...filterOf(search), ...(include.length > 0 && { include: [...include] }) };
      return answerOf(clientOf(organizationId).GET('/rules', { params: { query }, signal }));
    },
    placeholderData: (before) => before,
  });

export const ruleFiguresQuery = (organizationId: string, search: RulesSearch) =>
  queryOptions({
    queryKey: [organizationId, 'rules', 'figures', search],
    queryFn: async ({ signal }) => {
      const { rules } = await answerOf(
        clientOf(organizationId).GET('/rules/stats', { params: { query: filterOf(search) }, signal }),
      );
      return new Map(rules.map(({ ruleId, totals }) => [ruleId, totals]));
    },
    placeholderData: (before) => before,
  });

export const ruleQuery = (organizationId: string, ruleId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId],
    queryFn: async ({ signal }) => {
      const asked = clientOf(organizationId).GET('/rules/{id}', { params: { path: { id: ruleId } }, signal });
      return (await answerOf(asked)).rule;
    },
    staleTime: 0,
  });

/** Number of evaluations of a rule and their results in the last 14 days. */
export const ruleTotalsQuery = (organizationId: string, ruleId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'totals'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: ruleId } };
      return (await answerOf(clientOf(organizationId).GET('/rules/{id}/stats', { params, signal }))).totals;
    },
  });

export const readMatrices = (organizationId: string, signal: AbortSignal) =>
  readPages(async (query) => {
    const params = { query };
    const answer = await answerOf(clientOf(organizationId).GET('/risk-matrices', { params, signal }));
    return { rows: answer.riskMatrices, pagination: answer.pagination };
  });

/** Matrices by which rules are listed, including those of the parent organization. */
export const ruleMatricesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'risk-matrices', 'of-rules'],
    queryFn: ({ signal }) => readMatrices(organizationId, signal),
  });
