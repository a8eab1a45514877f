import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { ListStatus, ListType } from './list-enumerations.js';

/** A list as its events show it. */
export interface ShortList {
  readonly id: string;
  readonly name: string;
  readonly type: ListType;
  readonly status: ListStatus;
  readonly itemCount: number;
  readonly revision: number;
}

export const shortList = ({ id, name, type, status, itemCount, revision }: ShortList): ShortList => ({
  id,
  name,
  type,
  status,
  itemCount,
  revision,
});

/** @param item as it is answered */
export const itemAdded = (organizationId: string, list: ShortList, item: object): OutboxEvent => ({
  organizationId,
  event: 'data_list.item_added',
  payload: { list: shortList(list), item },
});

/** @param item what was changed or removed, where it is one item */
export const listUpdated = (organizationId: string, list: ShortList, item?: object): OutboxEvent => ({
  organizationId,
  event: 'data_list.updated',
  payload: { list: shortList(list), ...(item && { item }) },
});
