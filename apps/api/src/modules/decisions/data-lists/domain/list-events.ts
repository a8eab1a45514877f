import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { ListStatus, ListType } from './list-enumerations.js';

/** A list as included in its events. */
export interface ListEventSummary {
  readonly id: string;
  readonly name: string;
  readonly type: ListType;
  readonly status: ListStatus;
  readonly itemCount: number;
  readonly revision: number;
}

const toListEventSummary = ({ id, name, type, status, itemCount, revision }: ListEventSummary): ListEventSummary => ({
  id,
  name,
  type,
  status,
  itemCount,
  revision,
});

/** @param item as it is answered */
export const itemAddedEvent = (organizationId: string, list: ListEventSummary, item: object): OutboxEvent => ({
  organizationId,
  event: 'data_list.item_added',
  payload: { list: toListEventSummary(list), item },
});

/** @param item what was changed or removed, where it is one item */
export const listUpdatedEvent = (organizationId: string, list: ListEventSummary, item?: object): OutboxEvent => ({
  organizationId,
  event: 'data_list.updated',
  payload: { list: toListEventSummary(list), ...(item && { item }) },
});
