import type { Random } from './random.js';

/** Conditions that hold whenever the aggregate is known, so that its value is part of the outcome. */
const forms: readonly ((records: string, filter: string) => string)[] = [
  (records, filter) => `count(${records}${filter}) >= 0`,
  (records, filter) => `exists(${records}${filter}) or true`,
  (records, filter) => `sum(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `avg(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `stddev(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `min(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `max(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `max(riskScore of ${records}${filter}) >= 0`,
  (records, filter) => `min(transactedAt of ${records}${filter}) > 1990-01-01`,
  (records, filter) => `median(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `p90(riskScore of ${records}${filter}) >= 0`,
  (records, filter) => `p99(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `count(distinct channel of ${records}${filter}) >= 0`,
  (records, filter) => `count(distinct amount of ${records}${filter}) >= 0`,
  (records, filter) => `count(distinct metadata.x of ${records}${filter}) >= 0`,
  (records, filter) => `sum(metadata.x of ${records}${filter}) >= 0`,
  (records, filter) => `max(metadata.x of ${records}${filter}) >= 0`,
  (records, filter) => `latest(channel of ${records}${filter}) != "none"`,
  (records, filter) => `earliest(amount as USD of ${records}${filter}) >= 0 USD`,
  (records, filter) => `length(values(channel of ${records}${filter})) >= 0`,
  (records, filter) => `share(${records}${filter === '' ? ' where type = "TRANSFER"' : filter}) >= 0`,
];

const links = [
  'from origin',
  'from origin',
  'to origin',
  'to destination',
  'involving origin',
  'between origin and destination',
  'per deviceDetails.deviceId',
  'from origin to destination',
  'from origin per channel',
  '',
];

const windows = [
  'in last 1h',
  'in last 24h',
  'in last 7d',
  'in last 30d',
  'in last 1mo',
  'in last 3mo',
  'in last 1y',
  'in current day',
  'in current week',
  'in current month',
  'in current quarter',
  'in current year',
  'in previous day',
  'in previous week',
  'in previous month',
  'in previous quarter',
  'since 2025-03-09',
  'since 2025-09-07T04:00:00Z',
  'in all time',
];

const filters = [
  '',
  '',
  ' where type = "TRANSFER"',
  ' where amount >= 50 USD',
  ' where status != "SENT" and amount as USD < 1_000 USD',
  ' where riskScore > 4',
  ' where channel = "web"',
  ' where origin.countryCode = "BR"',
  ' where hour(transactedAt) >= 12',
  ' where transactedAt is within last 2d',
  ' where riskScore is missing',
  ' where type = transaction.type',
  ' where origin.countryCode != current.origin.countryCode',
  ' where metadata.x > 2',
];

/** Returns a condition with an aggregate over transactions or user events. */
export function aggregateCondition(random: Random): string {
  if (random.chance(0.1))
    return `count(userEvents from origin ${random.pick(windows)}${random.pick(['', ' where eventType = "PASSWORD_CHANGED"'])}) >= 0`;
  const scope = random.pick(['', '', 'prior ', 'last 1 ', 'last 3 ', 'last 200 ']);
  const link = random.pick(links);
  const window = scope.startsWith('last') && random.chance(0.5) ? '' : random.pick(windows);
  return random.pick(forms)(`${scope}transactions ${link} ${window}`, random.pick(filters));
}
