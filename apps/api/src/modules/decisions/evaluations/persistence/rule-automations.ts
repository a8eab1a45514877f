import type { Queryable, Transaction } from '../../../../platform/database/index.js';

/** An automation as rules refer to it. */
interface NamedAutomation {
  readonly organizationId: string;
  readonly id: string;
}

/**
 * Records whether rules may start an automation, in the transaction that changes this. The modules of automations depend on those that
 * evaluate rules, and not the other way round.
 */
export async function setRuleAutomation(
  client: Transaction,
  { organizationId, id }: NamedAutomation,
  isStartable: boolean,
): Promise<void> {
  await client.query(
    isStartable
      ? 'insert into rule_automations (organization_id, automation_id) values ($1, $2) on conflict do nothing'
      : 'delete from rule_automations where organization_id = $1 and automation_id = $2',
    [organizationId, id],
  );
}

/** Returns the ids of the automations that rules may start. */
export async function findRuleAutomations(client: Queryable, organizationId: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'rule-automations',
    text: 'select automation_id as id from rule_automations where organization_id = $1',
    values: [organizationId],
  });
  return new Set(rows.map(({ id }) => id));
}
