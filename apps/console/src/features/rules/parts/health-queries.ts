import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../../data/client.js';
import { periodOf } from '../model/health.js';
import type { HealthDays } from '../model/rules-search.js';

/** The statistics of a rule with their period. */
export const healthQuery = (organizationId: string, ruleId: string, days: HealthDays, timeZone: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'health', days, timeZone],
    queryFn: async ({ signal }) => {
      const period = periodOf(days, timeZone, Date.now());
      const params = { path: { id: ruleId }, query: period };
      return { period, ...(await answerOf(clientOf(organizationId).GET('/rules/{id}/stats', { params, signal }))) };
    },
    placeholderData: (before) => before,
  });

/** Whether the rule and its inputs have drifted. */
export const driftQuery = (organizationId: string, ruleId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'drift'],
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/rules/{id}/drift', { params: { path: { id: ruleId } }, signal })),
    staleTime: 60_000,
  });
