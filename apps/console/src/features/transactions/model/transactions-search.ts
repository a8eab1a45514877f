import { dayAfter, isDay, instantsOf } from '../../../data/days.js';

const all = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;

export type Decision = (typeof all)[number];

export const decisions: readonly Decision[] = all;

/** Filters with a fixed set of words, as the API defines them. */
export const filterWords = {
  decision: all,
  status: ['CREATED', 'PROCESSING', 'SUSPENDED', 'SENT', 'EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'],
  type: [
    ...[
      'PAYMENT',
      'TRANSFER',
      'WITHDRAWAL',
      'DEPOSIT',
      'REFUND',
      'CHARGEBACK',
      'REVERSAL',
      'FEE',
      'ADJUSTMENT',
      'OTHER',
    ],
  ],
  paymentMethod: [
    ...[
      'CARD',
      'ACH',
      'PIX',
      'TED',
      'BOLETO',
      'WALLET',
      'SWIFT',
      'IBAN',
      'CBU',
      'CVU',
      'DEBIN',
      'GENERIC_BANK_ACCOUNT',
    ],
    ...['MPESA', 'UPI', 'CHECK', 'ECHECK', 'QR_CODE', 'ONLINE_PAYMENT', 'WITHDRAWAL_ORDER', 'CRYPTO', 'CASH', 'SEPA'],
    ...['SPEI', 'PSE', 'WIRE', 'OTHER'],
  ],
  outcome: ['hit', 'unknown', 'no_hit'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const uuid = { test: (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) };
const day = { test: isDay };
const linkText = /^[^]{1,255}$/;

/** The valid values of each filter, as stored in the address. */
const forms = {
  q: /^[^]{1,200}$/,
  externalId: /^[^]{1,255}$/,
  currency: /^[A-Za-z0-9]{3,4}$/,
  channel: /^[^]{1,50}$/,
  reason: /^[A-Z_]{2,40}$/,
  entityId: uuid,
  originEntityId: uuid,
  destinationEntityId: uuid,
  deviceId: linkText,
  ipAddress: /^[\da-f:.]{2,45}$/i,
  accountNumber: linkText,
  cardFingerprint: linkText,
  ruleId: uuid,
  from: day,
  to: day,
  amountMin: /^\d{1,18}(\.\d{1,18})?$/,
  amountMax: /^\d{1,18}(\.\d{1,18})?$/,
  riskScoreMin: /^(\d{1,2}(\.\d{1,6})?|100)$/,
} as const;

const orders = ['amount', 'riskScore', 'createdAt'] as const;
export const listOrders: readonly Order[] = orders;
export type Order = (typeof orders)[number];

type WordName = keyof typeof filterWords;
type FormName = keyof typeof forms;
export type FilterName = WordName | FormName | 'flagged';

const filterNames: readonly FilterName[] = [
  ...(Object.keys(filterWords) as WordName[]),
  ...(Object.keys(forms) as FormName[]),
  'flagged',
];

/** The state of the list, as stored in the address. */
export type TransactionsSearch = { readonly [Name in WordName]?: (typeof filterWords)[Name][number] } & {
  readonly [Name in FormName]?: string;
} & {
  readonly flagged?: true;
  /** If absent, the newest first. */
  readonly sort?: Order;
  /** The start of the page, as returned with the previous page. */
  readonly cursor?: string;
  /** The payment that was opened last, for returning to the list. */
  readonly row?: string;
};

const longestCursor = 2_000;
const mostWritten = 200;

const isText = (given: unknown): given is string | number => typeof given === 'string' || typeof given === 'number';

/** Accepts any input, and returns only known values, so that links from an older version still work. */
export function readTransactionsSearch(given: Readonly<Record<string, unknown>>): TransactionsSearch {
  const read: Record<string, unknown> = {};
  for (const [name, words] of Object.entries(filterWords)) {
    const word = (words as readonly string[]).find((each) => each === given[name]);
    if (word !== undefined) read[name] = word;
  }
  for (const [name, form] of Object.entries(forms)) {
    const value = given[name];
    const text = isText(value) ? (name === 'q' ? String(value).slice(0, mostWritten) : String(value)) : '';
    if (form.test(text)) read[name] = text;
  }
  const { flagged, cursor } = given;
  if (flagged === true || flagged === 'true') read['flagged'] = true;
  const sort = orders.find((each) => each === given['sort']);
  if (sort) read['sort'] = sort;
  if (typeof cursor === 'string' && cursor !== '' && cursor.length <= longestCursor) read['cursor'] = cursor;
  const row = given['row'];
  if (typeof row === 'string' && uuid.test(row)) read['row'] = row;
  return read;
}

/** Returns each active filter separately. */
export const filtersIn = (search: TransactionsSearch): readonly (readonly [FilterName, string])[] =>
  filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])] as const]));

/** A different filter is a different list, and starts with its first page. */
export function withFilter(search: TransactionsSearch, name: FilterName | 'sort', value: string): TransactionsSearch {
  const { cursor: _, row: _row, [name]: _before, ...kept } = search;
  return readTransactionsSearch({ ...kept, [name]: value });
}

/** Frequently used numbers of days, up to today. */
export const periods = [1, 7, 30, 90] as const;

/** Returns the filter for the last days, including today; 0 means any time. */
export function withPeriod({ from: _, to: _to, ...search }: TransactionsSearch, days: number, today: string) {
  return withFilter(search, 'from', days === 0 ? '' : dayAfter(today, 1 - days));
}

/** Returns the active period; `null` if other days are filtered. */
export function periodIn({ from, to }: TransactionsSearch, today: string): number | null {
  if (from === undefined && to === undefined) return 0;
  return periods.find((days) => to === undefined && from === dayAfter(today, 1 - days)) ?? null;
}

/** Returns the filter in the form that the API accepts. Days are those of the timezone, from their first to their last moment. */
export function queryOf(search: TransactionsSearch, timeZone: string) {
  const {
    q,
    from,
    to,
    decision,
    status,
    type,
    paymentMethod,
    reason,
    riskScoreMin,
    sort,
    cursor,
    row: _,
    ...same
  } = search;
  const instants = instantsOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, timeZone);
  return {
    ...same,
    ...(q !== undefined && { search: q }),
    ...(decision && { decision: [decision] }),
    ...(status && { status: [status] }),
    ...(type && { type: [type] }),
    ...(paymentMethod && { paymentMethod: [paymentMethod] }),
    ...(reason !== undefined && { reason: [reason] }),
    ...(instants.from !== undefined && { transactedFrom: instants.from }),
    ...(instants.to !== undefined && { transactedTo: instants.to }),
    ...(riskScoreMin !== undefined && { riskScoreMin: Number(riskScoreMin) }),
    ...(sort && { sortBy: sort }),
    ...(cursor !== undefined && { cursor }),
  };
}
