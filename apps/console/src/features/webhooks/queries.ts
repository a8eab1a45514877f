import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf, clientOf } from '../../data/client.js';
import { useApi } from '../../shell/place.js';
import type { DeliveriesSearch } from './model/webhooks-search.js';

export type Webhook = components['schemas']['WebhookDto'];
export type Delivery = components['schemas']['DeliveryDto'];

/** Whether events are sent to it. One that was disabled after failures is enabled by the same value. */
export const isOn = ({ enabled, status }: Webhook): boolean => enabled && status === 'active';

const pageSize = 50;
const idleMs = 5_000;
const busyMs = 1_000;

/** There are no events for attempts, so that the list is read again, more often while a delivery is pending. */
const pauseOf = (deliveries: readonly Delivery[] | undefined): number =>
  deliveries?.some(({ status }) => status === 'pending') ? busyMs : idleMs;

export const webhooksQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'webhooks', 'list'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/webhook-config', { signal }))).webhooks,
    refetchInterval: idleMs,
  });

export const webhookQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'webhooks', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      return (await answerOf(clientOf(organizationId).GET('/webhook-config/{id}', { params, signal }))).webhook;
    },
    refetchInterval: idleMs,
  });

/** All events that can be sent to a webhook. */
export const eventsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'webhooks', 'events'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/webhook-config/events', { signal }))).events,
    staleTime: Infinity,
  });

export const deliveriesQuery = (organizationId: string, id: string, search: DeliveriesSearch) => {
  const { open: _, ...filter } = search;
  return queryOptions({
    queryKey: [organizationId, 'webhooks', id, 'deliveries', filter],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { ...filter, limit: pageSize } };
      return answerOf(clientOf(organizationId).GET('/webhook-config/{id}/deliveries', { params, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pauseOf(state.data?.deliveries),
  });
};

/**
 * A delivery with its content and the responses to it. Each access is recorded in the audit trail, so that it is read only when somebody
 * opens it, and again only after another attempt.
 */
export const sentQuery = (organizationId: string, id: string, deliveryId: string, attempts: number | undefined) =>
  queryOptions({
    queryKey: [organizationId, 'webhooks', id, 'sent', deliveryId, attempts],
    queryFn: ({ signal }) => {
      const params = { path: { id, deliveryId } };
      return answerOf(clientOf(organizationId).GET('/webhook-config/{id}/deliveries/{deliveryId}', { params, signal }));
    },
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
}

/** Provides the operations on webhooks; the shown data are read again afterwards. */
export function useWebhookActs() {
  const { organizationId, api } = useApi();
  const queries = useQueryClient();
  const onSuccess = (): Promise<void> => queries.invalidateQueries({ queryKey: [organizationId, 'webhooks'] });
  const creating = useMutation({
    mutationFn: ({ name, url, events }: NewWebhook) =>
      answerOf(api.POST('/webhook-config', { body: { name, url, events: [...events] } })),
    onSuccess,
  });
  const switching = useMutation({
    mutationFn: ({ id, enabled }: { readonly id: string; readonly enabled: boolean }) =>
      answerOf(api.PATCH('/webhook-config/{id}', { params: { path: { id } }, body: { enabled } })),
    onSuccess,
  });
  const rotating = useMutation({
    mutationFn: (id: string) =>
      answerOf(api.POST('/webhook-config/{id}/rotate-secret', { params: { path: { id } }, body: {} })),
    onSuccess,
  });
  const deleting = useMutation({
    mutationFn: (id: string) => answerOf(api.DELETE('/webhook-config/{id}', { params: { path: { id } } })),
    onSuccess,
  });
  const testing = useMutation({
    mutationFn: (id: string) => answerOf(api.POST('/webhook-config/{id}/test', { params: { path: { id } }, body: {} })),
    onSuccess,
  });
  const resending = useMutation({
    mutationFn: ({ id, deliveryId }: { readonly id: string; readonly deliveryId: string }) =>
      answerOf(
        api.POST('/webhook-config/{id}/deliveries/{deliveryId}/redeliver', { params: { path: { id, deliveryId } } }),
      ),
    onSuccess,
  });
  return { creating, switching, rotating, deleting, testing, resending };
}
