import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf, clientOf } from '../../data/client.js';
import { instantsOf } from '../../data/days.js';
import { readMembers } from '../../data/members.js';
import type { AuditSearch } from './model/audit-search.js';

export type AuditEvent = components['schemas']['AuditEventDto'];

const pageSize = 50;
const pollMs = 15_000;

/** Converts the filter in the URL to the parameters of the API. */
export const filterOf = ({ from, to, event, cursor: _, open: __, ...same }: AuditSearch, zone: string) => ({
  ...same,
  ...instantsOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, zone),
  ...(event !== undefined && { event }),
});

/** A page of the trail, newest first. */
export const trailQuery = (organizationId: string, zone: string, search: AuditSearch) => {
  const { open: _, ...filter } = search;
  return queryOptions({
    queryKey: [organizationId, 'audit', 'trail', filter],
    queryFn: ({ signal }) => {
      const { cursor } = filter;
      const query = { ...filterOf(filter, zone), limit: pageSize, ...(cursor !== undefined && { cursor }) };
      return answerOf(clientOf(organizationId).GET('/audit/events', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
};

export const readChainAfter = async (organizationId: string, after: number, limit?: number) => {
  const params = { query: { after, ...(limit !== undefined && { limit }) } };
  return answerOf(clientOf(organizationId).GET('/audit/chain', { params }));
};

/** The entry at a sequence number, as it is hashed. */
export const entryQuery = (organizationId: string, sequence: number) =>
  queryOptions({
    queryKey: [organizationId, 'audit', 'entry', sequence],
    queryFn: async () => {
      const { entries } = await readChainAfter(organizationId, sequence - 1, 1);
      const found = entries.find((entry) => entry.sequence === sequence) ?? null;
      return found && { organizationId, ...found };
    },
    staleTime: Infinity,
  });

/** The actors by which the trail can be filtered. */
export const actorsQuery = (organizationId: string, mayRead: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'members', 'actors'],
    queryFn: async ({ signal }) => {
      const members = await readMembers(organizationId, signal);
      return members.flatMap(({ userId, displayName, email }) =>
        userId === null ? [] : [{ id: userId, name: displayName || email }],
      );
    },
    enabled: mayRead,
    staleTime: 300_000,
  });
