import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../../data/client.js';
import { hasStatus } from '../../../data/errors.js';

export const caseQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'work', 'case', id],
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/intelligence/investigations/{id}', { params: { path: { id } }, signal })),
  });

const shownBeside = 20;

/** Alerts about the same party that belong to no case. */
export const besideQuery = (organizationId: string, entityId: string | null) =>
  queryOptions({
    queryKey: [organizationId, 'work', 'beside', entityId],
    queryFn: async ({ signal }) => {
      const query = {
        entityId: entityId ?? '',
        status: ['OPEN' as const, 'IN_PROGRESS' as const, 'PENDING_REVIEW' as const, 'ESCALATED' as const],
        limit: shownBeside,
      };
      const { alerts } = await answerOf(
        clientOf(organizationId).GET('/intelligence/alerts', { params: { query }, signal }),
      );
      return alerts.filter(({ investigationId }) => investigationId === null);
    },
    enabled: entityId !== null,
  });

/** The maximum number of concurrent replays, because each uses a thread of the server for a while. */
const mostAtOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Value>(run: () => Promise<Value>): Promise<Value> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await run();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

const activeVersionQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rule-sets', 'active-version'],
    queryFn: async () => {
      try {
        return (await answerOf(clientOf(organizationId).GET('/rule-sets/active', {}))).ruleSet.version;
      } catch (error) {
        if (hasStatus(error, 404)) return null;
        throw error;
      }
    },
  });

/** The decision of today's rules for the data of the original evaluation. */
export const todayQuery = (organizationId: string, evaluationId: string, isSeen: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'evaluations', evaluationId, 'today'],
    queryFn: ({ client, signal }) =>
      inTurn(async () => {
        const ruleSetVersion = await client.fetchQuery(activeVersionQuery(organizationId));
        const body = { mode: 'recompute' as const, ...(ruleSetVersion !== null && { ruleSetVersion }) };
        const params = { path: { id: evaluationId } };
        return answerOf(clientOf(organizationId).POST('/evaluations/{id}/replay', { params, body, signal }));
      }),
    enabled: isSeen,
    staleTime: 60_000,
    retry: false,
  });
