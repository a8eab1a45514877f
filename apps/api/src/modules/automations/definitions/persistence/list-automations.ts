import type { Queryable } from '../../../../platform/database/index.js';
import { type ListAutomation, ListAutomations } from '../../../decisions/data-lists/index.js';
import { planOf, type PlanNode } from '../domain/plan.js';
import { findAutomations } from './automation-store.js';

const addsTo = (node: PlanNode, listId: string): boolean =>
  node.kind === 'action' &&
  node.action.type === 'add_to_data_list' &&
  String(node.action.config['listId']).toLowerCase() === listId.toLowerCase();

/** For the room `decisions`, which knows no automations. */
export class StoredListAutomations extends ListAutomations {
  async findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListAutomation[]> {
    const all = await findAutomations(client, organizationId, { archived: false });
    return all
      .filter((automation) => [...planOf(automation).nodes.values()].some((node) => addsTo(node, listId)))
      .map(({ id, name }) => ({ id, name }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }
}
