import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../../data/client.js';

/** A record to choose: its id and a recognizable description. */
export interface FoundRecord {
  readonly id: string;
  readonly name: string;
}

type Client = ReturnType<typeof clientOf>;
type Found = readonly FoundRecord[];

interface Source {
  readonly permission: string;
  readonly find: (client: Client, q: string, signal: AbortSignal) => Promise<Found>;
  readonly nameOf: (client: Client, id: string, signal: AbortSignal) => Promise<string>;
}

const mostAlerts = 8;
const longest = 100;
const shownDetails = 2;

/** Uses the global search: names, external ids, tax ids, case numbers. */
const bySearch =
  (wanted: 'entity' | 'transaction' | 'case'): Source['find'] =>
  async (client, q, signal) => {
    const { results } = await answerOf(client.GET('/search', { params: { query: { q } }, signal }));
    return results
      .filter(({ kind }) => kind === wanted)
      .map(({ id, title, details }) => ({ id, name: [title, ...details.slice(0, shownDetails)].join(' – ') }));
  };

const sources = {
  entity: {
    permission: 'entities:read',
    find: bySearch('entity'),
    nameOf: async (client, id, signal) =>
      (await answerOf(client.GET('/entities/{id}', { params: { path: { id } }, signal }))).name,
  },
  transaction: {
    permission: 'transactions:read',
    find: bySearch('transaction'),
    nameOf: async (client, id, signal) =>
      (await answerOf(client.GET('/transactions/{id}', { params: { path: { id } }, signal }))).transaction.externalId,
  },
  case: {
    permission: 'cases:read',
    find: bySearch('case'),
    nameOf: async (client, id, signal) => {
      const answer = await answerOf(
        client.GET('/intelligence/investigations/{id}', { params: { path: { id } }, signal }),
      );
      return `${answer.investigation.investigationNumber} ${answer.investigation.name}`;
    },
  },
  alert: {
    permission: 'alerts:read',
    find: async (client, q, signal) => {
      const params = { query: { search: q, limit: mostAlerts } };
      return (await answerOf(client.GET('/intelligence/alerts', { params, signal }))).alerts;
    },
    nameOf: async (client, id, signal) =>
      (await answerOf(client.GET('/intelligence/alerts/{id}', { params: { path: { id } }, signal }))).alert.name,
  },
} satisfies Readonly<Record<string, Source>>;

export type RecordKind = keyof typeof sources;

export const isRecordKind = (word: string | undefined): word is RecordKind => word !== undefined && word in sources;
export const permissionToFind = (kind: RecordKind): string => sources[kind].permission;

export const foundRecordsQuery = (organizationId: string, kind: RecordKind, asked: string) => {
  const q = asked.trim().slice(0, longest);
  return queryOptions({
    queryKey: [organizationId, 'automations', 'records', kind, q],
    queryFn: ({ signal }) => sources[kind].find(clientOf(organizationId), q, signal),
    enabled: q.length > 1,
    staleTime: 60_000,
  });
};

export const recordNameQuery = (organizationId: string, kind: RecordKind, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'automations', 'record-name', kind, id],
    queryFn: ({ signal }) => sources[kind].nameOf(clientOf(organizationId), id, signal),
    enabled: id !== '',
    retry: false,
    staleTime: 60_000,
  });
