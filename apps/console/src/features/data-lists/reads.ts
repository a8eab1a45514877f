import type { components } from '@tamis/client';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import type { ListSearch, ListsSearch } from './model/lists-search.js';

export type DataList = components['schemas']['DataListDto'];
export type ListItem = components['schemas']['ListItemDto'];
export type ItemBody = components['schemas']['ListItemBody'];
export type ListSync = components['schemas']['ListSyncDto'];
export type Impact = components['schemas']['ListImpactDto'];

const pageRows = 50;
const exportRows = 50_000;

export const listsQuery = (organizationId: string, { q, type, cursor }: ListsSearch) =>
  queryOptions({
    queryKey: [organizationId, 'data-lists', 'list', q ?? '', type ?? '', cursor ?? ''],
    queryFn: ({ signal }) => {
      const asked = { ...(q !== undefined && { search: q }), ...(type && { type: [type] }), ...(cursor && { cursor }) };
      const query = { limit: pageRows, includeShared: true, ...asked };
      return answerOf(clientOf(organizationId).GET('/data-lists', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const listQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'data-lists', id, 'self'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/data-lists/{id}', { params: { path: { id } }, signal }))).data,
  });

export const usageQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'data-lists', id, 'usage'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/data-lists/{id}/usage', { params: { path: { id } }, signal })))
        .data,
  });

export const itemsQuery = (organizationId: string, id: string, { q, page, revision }: ListSearch) =>
  queryOptions({
    queryKey: [organizationId, 'data-lists', id, 'items', q ?? '', page ?? 1, revision ?? null],
    queryFn: ({ signal }) => {
      const asked = { ...(q !== undefined && { search: q }), ...(revision !== undefined && { revision }) };
      const params = { path: { id }, query: { page: page ?? 1, limit: pageRows, ...asked } };
      return answerOf(clientOf(organizationId).GET('/data-lists/{id}/items', { params, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** Whether a sync is in progress, or starts immediately. */
export const isUnderWay = (sync: ListSync | undefined): boolean =>
  sync !== undefined &&
  (sync.status === 'running' || (sync.status === 'queued' && Date.parse(sync.dueAt) <= Date.now()));

const shownSyncs = 20;
const syncLookMs = 1_000;

/** Returns the newest syncs first; read repeatedly while one is in progress. */
export const syncsQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'data-lists', id, 'syncs'],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { limit: shownSyncs } };
      return (await answerOf(clientOf(organizationId).GET('/data-lists/{id}/syncs', { params, signal }))).data;
    },
    refetchInterval: ({ state }) => (isUnderWay(state.data?.[0]) ? syncLookMs : false),
  });

/** Returns all items of a list, up to the row limit of one response; `isWhole` means that there are no more. */
export async function readAllItems(organizationId: string, id: string, { q, revision }: ListSearch) {
  const asked = { ...(q !== undefined && { search: q }), ...(revision !== undefined && { revision }) };
  const params = { path: { id }, query: { page: 1, limit: exportRows, ...asked } };
  const { items, total } = await answerOf(clientOf(organizationId).GET('/data-lists/{id}/items', { params }));
  return { items, isWhole: total <= items.length };
}

export function useListsChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [organizationId, 'data-lists'] });
    await queries.invalidateQueries({ queryKey: [organizationId, 'audit'] });
  };
}
