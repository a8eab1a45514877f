import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf, type TamisClient } from '../../data/client.js';
import { readMembers } from '../../data/members.js';
import { filtersOf, type InboxSearch, type Kind, workStatuses } from './model/inbox-search.js';
import { alertRow, caseRow, matchRow, reviewRow, type WorkRow } from './model/work-row.js';

const pageSize = 100;
/** Maximum number of pages in one list. To see more than a thousand rows, the user has to filter. */
export const mostPages = 10;

export interface WorkPage {
  readonly rows: readonly WorkRow[];
  readonly total: number;
  readonly isEstimate: boolean;
  readonly next: string | null;
  /** Time of reading according to the server. `null` if it is not needed. */
  readonly asOf: string | null;
}

interface Asked {
  readonly search: InboxSearch;
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

interface Paged {
  readonly total: number;
  readonly totalIsEstimate?: boolean;
  readonly nextCursor: string | null;
}

const pageOf = (rows: readonly WorkRow[], page: Paged, asOf: string | null = null): WorkPage => {
  return { rows, total: page.total, isEstimate: page.totalIsEstimate === true, next: page.nextCursor, asOf };
};

/** Converts the filter of alerts in the URL to the parameters of the API. */
export const alertFilterOf = ({ who, priority, status, category, rule, q }: InboxSearch) => ({
  status: status ? [status] : [...workStatuses],
  ...(who && { assignedTo: who }),
  ...(priority && { priority: [priority] }),
  ...(category !== undefined && { category }),
  ...(rule !== undefined && { ruleId: rule }),
  ...(q !== undefined && { search: q }),
});

const readers: Readonly<Record<Kind, (api: TamisClient, asked: Asked) => Promise<WorkPage>>> = {
  alerts: async (api, { search, cursor, signal }) => {
    const query = { ...alertFilterOf(search), sortBy: 'urgency' as const, limit: pageSize, ...(cursor && { cursor }) };
    const { alerts, pagination, asOf } = await answerOf(api.GET('/intelligence/alerts', { params: { query }, signal }));
    return pageOf(alerts.map(alertRow), pagination, asOf);
  },
  cases: async (api, { search, cursor, signal }) => {
    const { status, priority, assignedTo, search: q } = alertFilterOf(search) as Record<string, unknown>;
    const query = { status, priority, assignedTo, search: q, limit: pageSize, cursor } as object;
    const answer = await answerOf(api.GET('/intelligence/investigations', { params: { query }, signal }));
    return pageOf(answer.investigations.map(caseRow), answer.pagination);
  },
  matches: async (api, { search: { who }, cursor, signal }) => {
    const query = {
      state: ['open' as const],
      ...(who && { assignedTo: who }),
      limit: pageSize,
      ...(cursor && { cursor }),
    };
    const { matches, pagination } = await answerOf(api.GET('/screening-matches', { params: { query }, signal }));
    return pageOf(matches.map(matchRow), pagination);
  },
  reviews: async (api, { search: { who }, cursor, signal }) => {
    const query = {
      status: ['in_review' as const],
      ...(who && { assignedTo: who }),
      limit: pageSize,
      ...(cursor && { cursor }),
    };
    const answer = await answerOf(api.GET('/api/kyc/validations', { params: { query }, signal }));
    return pageOf(answer.validations.map(reviewRow), answer.pagination);
  },
};

export const workQuery = (organizationId: string, search: InboxSearch) => {
  const kind = search.kind ?? 'alerts';
  const filters = filtersOf[kind].map((name) => [name, search[name] ?? null]);
  return infiniteQueryOptions({
    queryKey: [organizationId, 'work', kind, filters],
    queryFn: ({ pageParam, signal }) => readers[kind](clientOf(organizationId), { search, cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }, pages) => (pages.length < mostPages ? (next ?? undefined) : undefined),
  });
};

/** Counts of open work by assignee. Includes matches and reviews if the user may read them. */
export const countsQuery = (organizationId: string, permissions: readonly string[]) =>
  queryOptions({
    queryKey: [organizationId, 'work', 'counts'],
    queryFn: async ({ signal }) => {
      const api = clientOf(organizationId);
      const mayReview = permissions.includes('kyc:read');
      const [counts, matches, reviews] = await Promise.all([
        answerOf(api.GET('/intelligence/inbox/counts', { signal })),
        answerOf(api.GET('/screening-matches/counts', { signal })),
        mayReview ? answerOf(api.GET('/api/kyc/validations/counts', { signal })) : null,
      ]);
      const { alerts, cases } = counts;
      return { alerts, cases, matches, reviews };
    },
  });

export const alertQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'work', 'alert', id],
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/intelligence/alerts/{id}', { params: { path: { id } }, signal })),
  });

export const matchQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'work', 'match', id],
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/screening-matches/{id}', { params: { path: { id } }, signal })),
  });

export const reviewQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'work', 'review', id],
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/api/kyc/validations/{id}', { params: { path: { id } }, signal })),
  });

/** Display name of a party. */
export const partyQuery = (organizationId: string, id: string | null) =>
  queryOptions({
    queryKey: [organizationId, 'entities', id, 'name'],
    queryFn: async ({ signal }) => {
      const path = { id: id ?? '' };
      return (await answerOf(clientOf(organizationId).GET('/entities/{id}', { params: { path }, signal }))).name;
    },
    enabled: id !== null,
    staleTime: 300_000,
  });

/** Members to whom work can be assigned. */
export const membersQuery = (organizationId: string, mayRead: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'members', 'active'],
    queryFn: async ({ signal }) => {
      const members = await readMembers(organizationId, signal);
      return members.flatMap(({ userId, status, displayName, role, environmentAccess }) =>
        status === 'active' && userId !== null
          ? [{ id: userId, name: displayName, roleId: role.id, environmentAccess }]
          : [],
      );
    },
    enabled: mayRead,
    staleTime: 60_000,
  });
