import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import type { LinkKind, PartiesSearch } from './model/parties-search.js';

/** Number of rows of each list on the page of a party. A link leads to the rest. */
const shown = 10;

const keyOf = (organizationId: string, entityId: string, part: string) => [organizationId, 'entities', entityId, part];

/** Maximum number of parties in one response, of the list and of a search. */
export const mostParties = 100;

/** The newest parties, or the results of a search. */
export const partiesQuery = (organizationId: string, { q, type }: PartiesSearch) =>
  queryOptions({
    queryKey: [organizationId, 'entities', 'list', q, type],
    queryFn: async ({ signal }) => {
      const api = clientOf(organizationId);
      if (q === undefined) {
        const query = { limit: mostParties, ...(type && { type }) };
        const { entities } = await answerOf(api.GET('/entities', { params: { query }, signal }));
        return entities.map(({ id, name, externalId, taxId, countryCode, status }) => {
          return { id, name, details: [externalId, taxId, countryCode].filter((each) => each !== null), status };
        });
      }
      const params = { query: { q, kind: 'entity' as const } };
      const { results } = await answerOf(api.GET('/search', { params, signal }));
      return results.map(({ id, title, details, status }) => ({ id, name: title, details, status }));
    },
    placeholderData: (before) => before,
  });

export const partyQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'facts'),
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/entities/{id}', { params: { path: { id: entityId } }, signal })),
  });

export const relationshipsQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'relationships'),
    queryFn: async ({ signal }) => {
      const params = { path: { id: entityId }, query: { limit: shown } };
      const answer = await answerOf(clientOf(organizationId).GET('/entities/{id}/relationships', { params, signal }));
      return { rows: answer.relationships, total: answer.pagination.total };
    },
  });

export const accountsQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'accounts'),
    queryFn: async ({ signal }) => {
      const params = { path: { id: entityId } };
      const { data } = await answerOf(clientOf(organizationId).GET('/entities/{id}/accounts', { params, signal }));
      return { rows: data.accounts.slice(0, shown), total: data.accounts.length };
    },
  });

export const devicesQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'devices'),
    queryFn: async ({ signal }) => {
      const params = { path: { entityId }, query: { limit: shown } };
      const answer = await answerOf(clientOf(organizationId).GET('/devices/entity/{entityId}', { params, signal }));
      return { rows: answer.devices, total: answer.pagination.total };
    },
  });

export const alertsOfPartyQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'alerts'),
    queryFn: async ({ signal }) => {
      const params = { query: { entityId, limit: shown } };
      const answer = await answerOf(clientOf(organizationId).GET('/intelligence/alerts', { params, signal }));
      return { rows: answer.alerts, total: answer.pagination.total };
    },
  });

/** The newest status changes. */
export const statusHistoryQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'statuses'),
    queryFn: async ({ signal }) => {
      const params = { path: { id: entityId } };
      const answer = await answerOf(clientOf(organizationId).GET('/entities/{id}/status-history', { params, signal }));
      const rows = [...answer.history].sort((one, other) => other.changedAt.localeCompare(one.changedAt));
      return { rows: rows.slice(0, shown), total: rows.length };
    },
  });

export const casesOfPartyQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'cases'),
    queryFn: async ({ signal }) => {
      const params = { query: { entityId, limit: shown } };
      const answer = await answerOf(clientOf(organizationId).GET('/intelligence/investigations', { params, signal }));
      return { rows: answer.investigations, total: answer.pagination.total };
    },
  });

export const transactionsOfPartyQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'payments'),
    queryFn: async ({ signal }) => {
      const params = { query: { entityId, limit: shown } };
      const answer = await answerOf(clientOf(organizationId).GET('/transactions', { params, signal }));
      return { rows: answer.transactions, total: answer.pagination.total };
    },
  });

export const matchesOfPartyQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'matches'),
    queryFn: async ({ signal }) => {
      const params = { query: { entityId, limit: shown } };
      const answer = await answerOf(clientOf(organizationId).GET('/screening-matches', { params, signal }));
      return { rows: answer.matches, total: answer.pagination.total };
    },
  });

export const documentRequestsQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'documents'),
    queryFn: async ({ signal }) => {
      const params = { query: { entityId, limit: shown } };
      const answer = await answerOf(clientOf(organizationId).GET('/api/kyc/document-requests', { params, signal }));
      return { rows: answer.documentRequests, total: answer.pagination.total };
    },
  });

/** Includes the received files. */
export const documentRequestQuery = (organizationId: string, entityId: string, id: string) =>
  queryOptions({
    queryKey: [...keyOf(organizationId, entityId, 'documents'), id],
    queryFn: ({ signal }) => {
      const params = { path: { id } };
      return answerOf(clientOf(organizationId).GET('/api/kyc/document-requests/{id}', { params, signal }));
    },
  });

export const ownersQuery = (organizationId: string, entityId: string) =>
  queryOptions({
    queryKey: keyOf(organizationId, entityId, 'owners'),
    queryFn: async ({ signal }) => {
      const params = { path: { id: entityId } };
      const { ownership } = await answerOf(
        clientOf(organizationId).GET('/entities/{id}/ownership', { params, signal }),
      );
      return { rows: ownership.owners.slice(0, shown), total: ownership.owners.length + ownership.ownersLeftOut };
    },
  });

/** Maximum number of neighbours of a node, by default and if the user asks for more. */
const usualNeighbours = 20;
const wideNeighbours = 50;

export interface GraphAsked {
  readonly entityId: string;
  readonly isWide: boolean;
  readonly kinds: readonly LinkKind[] | undefined;
  readonly from: string | undefined;
}

export const graphQuery = (organizationId: string, { entityId, isWide, kinds, from }: GraphAsked) =>
  queryOptions({
    queryKey: [organizationId, 'entities', entityId, 'graph', isWide, kinds, from],
    queryFn: async ({ signal }) => {
      const query = {
        limit: isWide ? wideNeighbours : usualNeighbours,
        ...(kinds && { kinds: [...kinds] }),
        ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
      };
      const params = { path: { id: entityId }, query };
      return (await answerOf(clientOf(organizationId).GET('/entities/{id}/graph', { params, signal }))).graph;
    },
    // Keeps the picture stable while the user explores it.
    staleTime: 60_000,
  });
