import type { RuleSetContent } from '@tamis/engine';

/** Twelve windows, which the rules read with their own limits. */
const windows: readonly ((limit: number) => string)[] = [
  (limit) => `count(transactions from origin in last 1h) >= ${2 + (limit % 4)}`,
  (limit) => `count(transactions from origin in last 24h) >= ${3 + (limit % 6)}`,
  (limit) => `sum(amount as USD of transactions from origin in last 24h) > ${12_000 + 500 * limit} USD`,
  (limit) => `sum(amount as USD of transactions from origin in last 7d) > ${25_000 + 500 * limit} USD`,
  (limit) =>
    `transaction.amount > ${4 + (limit % 3)} * avg(amount as USD of prior transactions from origin in last 30d)`,
  (limit) => `max(amount as USD of prior transactions from origin in last 30d) < ${100 + 5 * limit} USD`,
  (limit) => `count(distinct channel of transactions from origin in last 7d) >= ${4 + (limit % 3)}`,
  (limit) => `count(transactions from origin in last 24h where status = "DECLINED") >= ${2 + (limit % 3)}`,
  (limit) => `count(transactions to destination in last 24h) >= ${4 + (limit % 5)}`,
  (limit) => `sum(amount as USD of transactions to destination in last 7d) > ${30_000 + 500 * limit} USD`,
  (limit) => `count(transactions per deviceDetails.deviceId in last 24h) >= ${2 + (limit % 4)}`,
  (limit) => `count(transactions from origin to destination in last 30d) >= ${2 + (limit % 4)}`,
];

const plain: readonly ((limit: number) => string)[] = [
  (limit) => `transaction.amount >= ${500 + 90 * limit} USD`,
  (limit) => `transaction.channel in ["branch", "phone"] and origin.riskScore > ${50 + (limit % 40)}`,
  (limit) => `origin.countryCode = "CL" and transaction.amount as USD > ${1_000 + 70 * limit} USD`,
  () => `transaction.paymentMethod = "WALLET"`,
  () => `transaction.deviceDetails.isVpn = true`,
];

export interface BenchRules {
  /** The total number of rules; half of them read a window. */
  readonly rules: number;
  /** Added to the limit of the first rule, to create a different set. */
  readonly shift?: number;
}

/** Returns rules over twelve windows and plain fields. */
export function dryRunRules({ rules, shift = 0 }: BenchRules): RuleSetContent {
  const conditionOf = (index: number): string => {
    const limit = index + (index === 0 ? shift : 0);
    const first = plain[index % plain.length] as (limit: number) => string;
    const window = windows[(index >> 1) % windows.length] as (limit: number) => string;
    return index % 2 === 0
      ? `${first(limit)} and ${window(limit)}`
      : `${first(limit)} and transaction.amount between ${9_000 + 9 * limit} USD and ${9_050 + 9 * limit} USD`;
  };
  return {
    rules: Array.from({ length: rules }, (_, index) => ({
      ruleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      version: 1,
      status: 'active',
      source: `rule rule_${index} { on transaction score ${5 + (index % 20)} when ${conditionOf(index)} then suggest FLAG }`,
      externalId: null,
      createdAt: new Date(index * 1000).toISOString(),
    })),
    lists: {},
    baseCurrency: 'USD',
    timezone: 'UTC',
  };
}
