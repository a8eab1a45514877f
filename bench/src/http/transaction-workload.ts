import type { ApiRequest } from '../entities/api-client.js';
import { tamisRule } from '../engine/tamis-rules.js';
import { makeWorkload, type Workload } from '../engine/workload.js';

/** Window conditions that apply to each payment, in addition to 94 rules over its fields. */
const windows = [
  'count(transactions from origin in last 1h) >= 20',
  'sum(amount of transactions from origin in last 24h) > 1000000 USD',
  'count(transactions from origin in last 30d) >= 2000',
  'max(amount of prior transactions from origin in last 7d) > 19900 USD',
  'count(transactions to destination in last 24h) >= 500',
  'sum(amount of transactions to destination in last 7d) > 9000000 USD',
];

const ruleCount = 100;
const alertEvery = 10;

/** Returns the rules and payments of one seed, which are the same for the server and for the sender. */
export const transactionWorkload = (seed: number): Workload => makeWorkload(ruleCount - windows.length, seed);

/** Returns the texts of a hundred rules: six read one window each, and every tenth of the others raises an alert. */
export const ruleSources = ({ rules }: Workload): readonly string[] => [
  ...rules.map((rule, index) => tamisRule(rule, index % alertEvery === 0 ? `alert LOW "Rule ${rule.key}"` : '')),
  ...windows.map(
    (condition, index) => `rule window_${index + 1} "Window ${index + 1}" {
  on transaction (created)
  score 5
  when ${condition}
  then alert MEDIUM "Window ${index + 1}"
}
`,
  ),
];

/** Returns the attributes of the `number`th customer. */
export const attributesOf = ({ contexts }: Workload, number: number): object =>
  (contexts[number % contexts.length] as { readonly originEntity: { readonly attributes: object } }).originEntity
    .attributes;

/** Returns the `number`th payment of a run, between two of many customers and with the current time. */
export function transactionRequest({ contexts }: Workload, run: string, number: number, customers: number): ApiRequest {
  const {
    id: _id,
    originEntity: _origin,
    destinationEntity: _destination,
    transactedAt: _at,
    ...sent
  } = contexts[number % contexts.length]!;
  return {
    method: 'POST',
    path: '/transactions',
    body: {
      ...sent,
      externalId: `${run}-${number}`,
      originExternalId: `bench-${(number * 7_919) % customers}`,
      destinationExternalId: `bench-${(number * 104_729 + 1) % customers}`,
    },
  };
}
