import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { components, paths } from '@tamis/client';
import { answerOf, clientOf } from '../../data/client.js';
import { useApi } from '../../shell/place.js';
import type { ExecutionsSearch } from './model/automations-search.js';

export type Automation = components['schemas']['AutomationDto'];
export type Execution = components['schemas']['ExecutionDto'];
export type TestOutcome = components['schemas']['AutomationTestDto'];

type BodyOf<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody?: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

export type NewAutomation = BodyOf<'/automations'>;
export type TestBody = BodyOf<'/automations/{id}/test'>;
export type RunBody = BodyOf<'/automations/{id}/run'>;

const pageSize = 50;
const idleMs = 10_000;
const busyMs = 1_000;

/** Archived automations have a list of their own; all automations of an organization fit into one response. */
export const automationsQuery = (organizationId: string, archived: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'automations', 'list', archived],
    queryFn: ({ signal }) =>
      answerOf(clientOf(organizationId).GET('/automations', { params: { query: { archived } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: idleMs,
  });

export const automationQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'automations', id],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/automations/{id}', { params: { path: { id } }, signal })))
        .automation,
    refetchInterval: idleMs,
  });

const isUnderWay = ({ status }: Execution): boolean => status === 'queued' || status === 'running';

/** There are no events for steps, so that the list is read again, more often while an execution is in progress. */
export const executionsQuery = (organizationId: string, id: string, { open: _, ...filter }: ExecutionsSearch) =>
  queryOptions({
    queryKey: [organizationId, 'automations', id, 'executions', filter],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { ...filter, limit: pageSize } };
      return answerOf(clientOf(organizationId).GET('/automations/{id}/executions', { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.executions.some(isUnderWay) ? busyMs : idleMs),
  });

interface Change {
  readonly id: string;
  /** The version that the person saw; any other version is a conflict. */
  readonly ifVersion?: number;
  readonly sent: object;
}

/** Provides the operations on automations; the shown data are read again afterwards. */
export function useAutomationActs() {
  const { organizationId, api } = useApi();
  const queries = useQueryClient();
  const onSuccess = (): Promise<void> => queries.invalidateQueries({ queryKey: [organizationId, 'automations'] });
  const at = (id: string) => ({ params: { path: { id } } });
  const creating = useMutation({
    mutationFn: (body: NewAutomation) => answerOf(api.POST('/automations', { body })),
    onSuccess,
  });
  const changing = useMutation({
    mutationFn: ({ id, sent, ifVersion }: Change) =>
      answerOf(api.PATCH('/automations/{id}', { ...at(id), body: { ...sent, ...(ifVersion && { ifVersion }) } })),
    onSuccess,
  });
  const archiving = useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/automations/{id}', at(id))),
    onSuccess,
  });
  const restoring = useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/automations/{id}/restore', at(id))),
    onSuccess,
  });
  const running = useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: RunBody }) =>
      answerOf(api.POST('/automations/{id}/run', { ...at(id), body })),
    onSuccess,
  });
  const testing = useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: TestBody }) =>
      answerOf(api.POST('/automations/{id}/test', { ...at(id), body })),
  });
  const continuing = useMutation({
    mutationFn: ({ executionId, payload }: { readonly executionId: string; readonly payload: object }) =>
      answerOf(
        api.POST('/automations/executions/{executionId}/continue', {
          params: { path: { executionId } },
          body: { payload: { ...payload } },
        }),
      ),
    onSuccess,
  });
  const cancelling = useMutation({
    mutationFn: (executionId: string) =>
      answerOf(api.POST('/automations/executions/{executionId}/cancel', { params: { path: { executionId } } })),
    onSuccess,
  });
  return { creating, changing, archiving, restoring, running, testing, continuing, cancelling };
}
