import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { failureOf } from '../../data/errors.js';

const readAgainMs = 15_000;
const hourMs = 3_600_000;
const mostRules = 100;

export const summaryQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'operations', 'summary'],
    queryFn: ({ signal }) => answerOf(clientOf(organizationId).GET('/operations/summary', { signal })),
  });

export const seriesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'operations', 'series'],
    queryFn: ({ signal }) => {
      const params = { query: { period: 'hour' as const } };
      return answerOf(clientOf(organizationId).GET('/operations/series', { params, signal }));
    },
    refetchInterval: readAgainMs,
  });

/** A server that is about to stop is a valid response here rather than a failure. */
export const readinessQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'operations', 'ready'],
    queryFn: async ({
      signal,
    }): Promise<{ readonly status: 'ok' | 'degraded' | 'stopping'; readonly reason?: string }> => {
      try {
        return await answerOf(clientOf(organizationId).GET('/health/ready', { signal }));
      } catch (error) {
        const { status, said } = failureOf(error);
        if (status !== 503) throw error;
        return { status: 'stopping', reason: said };
      }
    },
    refetchInterval: readAgainMs,
  });

export const decisionsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'operations', 'decisions'],
    queryFn: ({ signal }) => {
      const params = { query: { granularity: 'hour' as const, by: 'decision' as const } };
      return answerOf(clientOf(organizationId).GET('/transactions/stats', { params, signal }));
    },
    refetchInterval: readAgainMs,
  });

/** Whether there has ever been a transaction. */
export const anyTransactionQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'operations', 'any payment'],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: 1 } };
      const { transactions } = await answerOf(clientOf(organizationId).GET('/transactions', { params, signal }));
      return transactions.length > 0;
    },
  });

/** For the last day, and for the week before it. */
export const ruleTotalsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'operations', 'rules'],
    queryFn: async ({ signal }) => {
      const dayAgo = new Date(Date.now() - 24 * hourMs).toISOString();
      const weekBefore = new Date(Date.now() - 8 * 24 * hourMs).toISOString();
      const ask = async (time: { readonly from: string; readonly to?: string }) => {
        const query = { status: 'active' as const, page: 1, pageSize: mostRules, ...time };
        return (await answerOf(clientOf(organizationId).GET('/rules/stats', { params: { query }, signal }))).rules;
      };
      const [now, before] = await Promise.all([ask({ from: dayAgo }), ask({ from: weekBefore, to: dayAgo })]);
      return { now, before };
    },
    refetchInterval: 4 * readAgainMs,
  });
