import type { components } from '@tamis/client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { hasStatus } from '../../data/errors.js';
import { readPages } from '../../data/read-pages.js';
import type { RulesSearch } from './model/rules-search.js';

const pageSize = 50;

const filterOf = ({ q, status, matrix, page = 1 }: RulesSearch) => ({
  ...(q !== undefined && { search: q }),
  ...(status && { status }),
  ...(matrix !== undefined && { riskMatrixId: matrix }),
  page,
  pageSize,
});

export const rulesQuery = (organizationId: string, search: RulesSearch) =>
  queryOptions({
    queryKey: [organizationId, 'rules', 'list', search],
    queryFn: ({ signal }) => {
      const query = { ...filterOf(search), include: ['guardState' as const] };
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

/** Null: no rule was ever put in force. */
export const ruleSetQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rule-sets', 'active'],
    queryFn: async ({ signal }) => {
      try {
        return (await answerOf(clientOf(organizationId).GET('/rule-sets/active', { signal }))).ruleSet;
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
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

/** How often a rule ran and what it came to in the last 14 days. */
export const ruleTotalsQuery = (organizationId: string, ruleId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'totals'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: ruleId } };
      return (await answerOf(clientOf(organizationId).GET('/rules/{id}/stats', { params, signal }))).totals;
    },
  });

const sampledRuns = 5;

/** The newest decisions in which a rule was unknown, of records that the reader may read. */
export const undecidedRunsQuery = (organizationId: string, ruleId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'undecided'],
    queryFn: async ({ signal }) => {
      const query = { ruleId, outcome: 'unknown' as const, limit: sampledRuns };
      return (await answerOf(clientOf(organizationId).GET('/evaluations', { params: { query }, signal }))).evaluations;
    },
  });

const readMatrices = (organizationId: string, signal: AbortSignal) =>
  readPages(async (query) => {
    const params = { query };
    const answer = await answerOf(clientOf(organizationId).GET('/risk-matrices', { params, signal }));
    return { rows: answer.riskMatrices, pagination: answer.pagination };
  });

/** Matrices that rules are listed by, those of the parent among them. */
export const ruleMatricesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'risk-matrices', 'of-rules'],
    queryFn: ({ signal }) => readMatrices(organizationId, signal),
  });

type Matrix = Pick<components['schemas']['RiskMatrixRecordDto'], 'key' | 'status' | 'targetEntityTypes'>;

const targetWords = {
  person: 'person',
  company: 'company',
  transaction: 'transaction',
  user_event: 'userEvent',
} as const;

/** Matrices as a text declares them, as far as a rule that names one is checked by it. */
const matrixTexts = (matrices: readonly Matrix[]): string =>
  matrices
    .filter(({ status, targetEntityTypes }) => status !== 'archived' && targetEntityTypes.length > 0)
    .map((matrix) => {
      const targets = matrix.targetEntityTypes.map((target) => targetWords[target]);
      return `matrix ${matrix.key} "${matrix.key}" {\n  on ${targets.join(', ')}\n}\n`;
    })
    .join('');

/** What the text of a rule may name beside the language: matrices, shared names, data lists, own currencies. */
export const namesQuery = (organizationId: string, permissions: readonly string[]) =>
  queryOptions({
    queryKey: [organizationId, 'rules', 'names'],
    queryFn: async ({ signal }) => {
      const client = clientOf(organizationId);
      const lists = permissions.includes('data_lists:read')
        ? readPages(async (query) => {
            const { data, pagination } = await answerOf(client.GET('/data-lists', { params: { query }, signal }));
            return { rows: data, pagination };
          })
        : [];
      const matrices = permissions.includes('risk_matrices:read') ? readMatrices(organizationId, signal) : [];
      const library = permissions.includes('rules:read')
        ? answerOf(client.GET('/rules/library', { signal }))
        : { source: '' };
      const organization = permissions.includes('organization:read')
        ? answerOf(client.GET('/organizations/{id}', { params: { path: { id: organizationId } }, signal }))
        : null;
      const [ofLists, ofMatrices, { source }, own] = await Promise.all([lists, matrices, library, organization]);
      const shared = [
        { name: 'matrices.rules', source: matrixTexts(ofMatrices) },
        { name: 'library.rules', source },
      ];
      return {
        currencies: own?.organization.currencyCodes ?? [],
        lists: ofLists.map(({ name, type }) => ({ name, type })),
        shared: shared.filter((each) => each.source.trim() !== ''),
      };
    },
    staleTime: 30_000,
  });
