import type { components } from '@tamis/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { type DryRun, readAgainMs } from './model/figures.js';
import { type DryRunsSearch, matchFilter, type MatchesSearch, present } from './model/matches-search.js';

const pageSize = 50;
const matchesPage = 100;

export const dryRunsKey = (organizationId: string) => [organizationId, 'dry-runs'] as const;

export const dryRunsQuery = (organizationId: string, { status, cursor }: DryRunsSearch) =>
  queryOptions({
    queryKey: [...dryRunsKey(organizationId), 'list', status, cursor],
    queryFn: ({ signal }) => {
      const query = { limit: pageSize, ...present({ status, cursor }) };
      return answerOf(clientOf(organizationId).GET('/rules/dry-runs', { params: { query }, signal }));
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => state.data?.dryRuns.map(readAgainMs).find((ms) => ms !== false) ?? false,
  });

export const sweepsQuery = (organizationId: string, { labs: cursor }: DryRunsSearch) =>
  queryOptions({
    queryKey: [organizationId, 'sweeps', 'list', cursor],
    queryFn: ({ signal }) => {
      const query = { limit: pageSize, ...present({ cursor }) };
      return answerOf(clientOf(organizationId).GET('/rules/sweeps', { params: { query }, signal }));
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => state.data?.sweeps.map(readAgainMs).find((ms) => ms !== false) ?? false,
  });

/** `useLiveRun` receives its progress and its end. */
export const dryRunQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [...dryRunsKey(organizationId), id],
    queryFn: async ({ signal }): Promise<DryRun> =>
      (await answerOf(clientOf(organizationId).GET('/rules/dry-runs/{id}', { params: { path: { id } }, signal })))
        .dryRun,
  });

export const matchCountsQuery = (organizationId: string, run: DryRun, search: MatchesSearch) => {
  const query = matchFilter(search, run.baseline !== null);
  return queryOptions({
    queryKey: [...dryRunsKey(organizationId), run.id, 'counts', query],
    queryFn: ({ signal }) =>
      answerOf(
        clientOf(organizationId).GET('/rules/dry-runs/{id}/counts', {
          params: { path: { id: run.id }, query },
          signal,
        }),
      ),
    enabled: run.status === 'completed',
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
};

export const matchPage = (
  organizationId: string,
  run: DryRun,
  search: MatchesSearch,
  cursor: string | null,
  signal?: AbortSignal,
) => {
  const filter = { ...matchFilter(search, run.baseline !== null), ...present({ sort: search.sort }) };
  const query = { ...filter, limit: matchesPage, ...(cursor !== null && { cursor }) };
  return answerOf(
    clientOf(organizationId).GET('/rules/dry-runs/{id}/matches', {
      params: { path: { id: run.id }, query },
      ...(signal && { signal }),
    }),
  );
};

export const matchesQuery = (organizationId: string, run: DryRun, { open: _open, ...search }: MatchesSearch) =>
  infiniteQueryOptions({
    queryKey: [...dryRunsKey(organizationId), run.id, 'matches', search],
    queryFn: ({ signal, pageParam }) => matchPage(organizationId, run, search, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? null,
    enabled: run.status === 'completed',
    staleTime: Infinity,
  });

/** The reasons for the results of both sides for a record. */
export const explainedQuery = (organizationId: string, dryRunId: string, recordId: string) =>
  queryOptions({
    queryKey: [...dryRunsKey(organizationId), dryRunId, 'explained', recordId],
    queryFn: ({ signal }) =>
      answerOf(
        clientOf(organizationId).GET('/rules/dry-runs/{id}/matches/{recordId}', {
          params: { path: { id: dryRunId, recordId } },
          signal,
        }),
      ),
    staleTime: Infinity,
    retry: false,
  });

/** The unfinished ones, of which there can only be few. */
export const unfinishedQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...dryRunsKey(organizationId), 'unfinished'],
    queryFn: async ({ signal }) => {
      const client = clientOf(organizationId);
      const ask = (status: 'queued' | 'running') => {
        const params = { query: { status } };
        return Promise.all([
          answerOf(client.GET('/rules/dry-runs', { params, signal })),
          answerOf(client.GET('/rules/sweeps', { params, signal })),
        ]);
      };
      const found = (await Promise.all([ask('running'), ask('queued')])).flatMap(([{ dryRuns }, { sweeps }]) => [
        ...dryRuns.map((run) => ({ kind: 'dryRun' as const, ...run })),
        ...sweeps.map((run) => ({ kind: 'sweep' as const, ...run })),
      ]);
      return found.map(({ kind, id, name, createdAt }) => ({ kind, id, name, createdAt }));
    },
    staleTime: 0,
  });

/** Without `ruleKey`, the hits are those of the only rule, or of all rules. */
export const sweepQuery = (
  organizationId: string,
  id: string,
  asked: { readonly budget?: number | undefined; readonly rule?: string | undefined },
) =>
  queryOptions({
    queryKey: [organizationId, 'sweeps', id, asked],
    queryFn: async ({ signal }): Promise<components['schemas']['SweepDto']> => {
      const query = present({ alertsPerDay: asked.budget, ruleKey: asked.rule });
      const params = { path: { id }, query };
      return (await answerOf(clientOf(organizationId).GET('/rules/sweeps/{id}', { params, signal }))).sweep;
    },
    placeholderData: (before) => before,
  });

/** The records that a value would add or remove, compared with the current value. */
export const sweepMatchesQuery = (
  organizationId: string,
  id: string,
  asked: { readonly value: string; readonly change: 'gained' | 'lost'; readonly rule?: string | undefined },
) =>
  infiniteQueryOptions({
    queryKey: [organizationId, 'sweeps', id, 'matches', asked],
    queryFn: ({ signal, pageParam }) => {
      const { value, change, rule } = asked;
      const query = {
        value,
        change,
        limit: matchesPage,
        ...present({ ruleKey: rule, cursor: pageParam ?? undefined }),
      };
      const params = { path: { id }, query };
      return answerOf(clientOf(organizationId).GET('/rules/sweeps/{id}/matches', { params, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? null,
    staleTime: Infinity,
  });
