import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf, type TamisClient } from '../../data/client.js';
import { hasStatus } from '../../data/errors.js';
import { readMembers } from '../../data/members.js';
import { readPages } from '../../data/read-pages.js';
import { rowsOfPage } from '../../data/paging.js';
import type { ApprovalStatus } from './model/releases-search.js';

export const gatesQuery = (organizationId: string, ruleId: string, version: number) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'gates', version],
    queryFn: ({ signal }) => {
      const params = { path: { id: ruleId }, query: { version } };
      return answerOf(clientOf(organizationId).GET('/rules/{id}/gates', { params, signal }));
    },
    staleTime: 0,
  });

/** The text of a version, or `null` if there is none. */
export const versionTextQuery = (organizationId: string, ruleId: string, version: number | null) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'versions', version],
    queryFn: async ({ signal }) => {
      const params = { path: { id: ruleId, version: String(version) } };
      return (await answerOf(clientOf(organizationId).GET('/rules/{id}/versions/{version}', { params, signal }))).rule
        .source;
    },
    enabled: version !== null,
    // A version never changes.
    staleTime: Infinity,
  });

export const approvalsQuery = (organizationId: string, status: ApprovalStatus, page = 1) =>
  queryOptions({
    queryKey: [organizationId, 'approvals', status, page],
    queryFn: ({ signal }) => {
      const params = { query: { status, ...rowsOfPage(page) } };
      return answerOf(clientOf(organizationId).GET('/rules/approvals', { params, signal }));
    },
  });

/** `null` if no rule has ever been activated. */
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

/** Rule sets that were active, newest first. */
export const ruleSetsQuery = (organizationId: string, page = 1) =>
  queryOptions({
    queryKey: [organizationId, 'rule-sets', 'list', page],
    queryFn: ({ signal }) => {
      const params = { query: rowsOfPage(page) };
      return answerOf(clientOf(organizationId).GET('/rule-sets', { params, signal }));
    },
  });

/** A rule set by number or version, even if it is on another page. */
export const ruleSetOfQuery = (organizationId: string, version: string) =>
  queryOptions({
    queryKey: [organizationId, 'rule-sets', 'one', version],
    queryFn: async ({ signal }) => {
      const params = { path: { version } };
      return (await answerOf(clientOf(organizationId).GET('/rule-sets/{version}', { params, signal }))).ruleSet;
    },
  });

const readKeys = (organizationId: string, signal: AbortSignal) =>
  readPages(async (query) => {
    const answer = await answerOf(clientOf(organizationId).GET('/api-keys', { params: { query }, signal }));
    return { rows: answer.apiKeys, pagination: answer.pagination };
  });

/** Names of users and keys by id, as far as the reader can see them. */
export const peopleQuery = (organizationId: string, permissions: readonly string[]) =>
  queryOptions({
    queryKey: [organizationId, 'members', 'names'],
    queryFn: async ({ signal }) => {
      const may = (permission: string): boolean => permissions.includes(permission);
      const [members, keys] = await Promise.all([
        may('members:read') ? readMembers(organizationId, signal) : [],
        may('api_keys:read') ? readKeys(organizationId, signal) : [],
      ]);
      return new Map([
        ...keys.map(({ id, name }) => [id, name] as const),
        ...members.map(({ userId, displayName, email }) => [userId, displayName || email] as const),
      ]);
    },
    enabled: ['members:read', 'api_keys:read'].some((permission) => permissions.includes(permission)),
    staleTime: 300_000,
  });

/** Maximum number of rules in one response. */
const mostRules = 100;

/** The keys of rules by id, except of archived ones. */
export const ruleKeysQuery = (organizationId: string, ids: readonly string[], mayRead: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'rules', 'keys', ids],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / mostRules) }, (_, part) =>
        ids.slice(part * mostRules, (part + 1) * mostRules).join(','),
      );
      const answers = await Promise.all(
        parts.map((ruleIds) => {
          const params = { query: { ruleIds, pageSize: mostRules } };
          return answerOf(clientOf(organizationId).GET('/rules', { params, signal }));
        }),
      );
      return new Map(answers.flatMap(({ rules }) => rules.map(({ id, key }) => [id, key] as const)));
    },
    enabled: mayRead && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export interface ActiveSet {
  readonly version: string;
  readonly number: number;
}

/** Returns `null` if no set has ever been activated. */
export async function readActiveSet(api: TamisClient): Promise<ActiveSet | null> {
  try {
    const { version, number } = (await answerOf(api.GET('/rule-sets/active', {}))).ruleSet;
    return { version, number };
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}

export interface SetActivation {
  readonly version: string;
  readonly reason: string;
  /** The request is rejected if another set is active by now. */
  readonly ifActive: string;
}

/** Returns the number of the set that is then active, or `null` if it waits for a second person. */
export async function activateSet(api: TamisClient, { version, ...body }: SetActivation): Promise<number | null> {
  const params = { path: { version } };
  const answer = await answerOf(api.POST('/rule-sets/{version}/activate', { params, body }));
  return 'approval' in answer ? null : answer.ruleSet.number;
}

/** Reads everything shown about rules and sets again. */
export function useRulesChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const about = ['rules', 'rule-sets', 'approvals', 'audit'];
    await Promise.all(about.map((kind) => queries.invalidateQueries({ queryKey: [organizationId, kind] })));
  };
}
