import type { Body, TestApi } from './start-test-api.js';

let made = 0;

/** Returns a number that no other rule of the test file has in its name. */
export const nextNumber = (): number => (made += 1);

/** Returns a rule with a unique name and key, as text. */
export function ruleText(condition = 'transaction.amount >= 100 USD'): string {
  const n = nextNumber();
  return `rule rule_${n} "Rule ${n}" {\n  on transaction (created)\n  score 10\n\n  when ${condition}\n\n  then suggest FLAG\n}\n`;
}

/** Returns the same as JSON. */
export const ruleJson = (more: object = {}): Record<string, unknown> => ({
  name: `Rule ${nextNumber()}`,
  targetEntityTypes: ['transaction'],
  conditions: { operator: 'AND', conditions: [{ field: 'amount', operator: 'gte', value: { $money: '100 USD' } }] },
  actions: [{ type: 'suggestion', suggestion: { value: 'FLAG' } }],
  ...more,
});

export const unknownId = '00000000-0000-7000-8000-000000000000';

/** Stores a rule and returns its record. Throws the response if it was rejected. */
export async function createRule(api: TestApi, body: unknown): Promise<Body> {
  const answer = await api.call('/rules', { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body as { rule: Body }).rule;
}
