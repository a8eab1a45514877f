import type { RadarField } from './radar-field.js';

/** A time window, and a note on how Radar treats it. */
interface CountWindow {
  readonly text: string;
  readonly note: string;
}

const allTime: CountWindow = { text: 'in all time', note: 'Radar looks back at most five years' };

const windows: ReadonlyMap<string, CountWindow> = new Map([
  ['hourly', { text: 'in last 1h', note: 'Radar counts in steps of five minutes: up to 65 minutes for an hour' }],
  ['daily', { text: 'in last 24h', note: 'Radar counts in steps of an hour: up to 25 hours for a day' }],
  ['weekly', { text: 'in last 7d', note: 'Radar counts in steps of an hour: up to 169 hours for a week' }],
  ['all_time', allTime],
]);

/** The links that select the counted payments. */
const owners: ReadonlyMap<string, string> = new Map([
  ['card', 'per instrument.fingerprint'],
  ['card_number', 'per instrument.fingerprint'],
  ['customer', 'from origin'],
  ['email', 'per origin.person.email'],
  ['ip', 'per deviceDetails.ipAddress'],
  ['ip_address', 'per deviceDetails.ipAddress'],
]);

/** A filter of the counted payments. */
interface CountFilter {
  readonly text: string;
  readonly note: string;
}

const authorized: CountFilter = {
  text: ' where status in ["SUCCESSFUL", "REFUNDED"]',
  note: 'authorized is read as the status SUCCESSFUL or REFUNDED',
};

/** Names that count all payments are omitted. */
const filters: ReadonlyMap<string, CountFilter> = new Map([
  ['authorized', authorized],
  ['successful', authorized],
  [
    'declined',
    {
      text: ' where status = "DECLINED" and (decision is missing or decision != "REJECT")',
      note: 'declined is read as the status DECLINED without the decision REJECT',
    },
  ],
  ['blocked', { text: ' where decision = "REJECT"', note: 'blocked is read as the decision REJECT' }],
  [
    'failed',
    {
      text: ' where status = "DECLINED" or decision = "REJECT"',
      note: 'failed is read as the status DECLINED or the decision REJECT',
    },
  ],
]);

/** The fields whose distinct values are counted. */
const values: ReadonlyMap<string, string> = new Map([
  ['card', 'instrument.fingerprint'],
  ['email', 'origin.person.email'],
  ['name', 'instrument.holderName'],
]);

const units: ReadonlyMap<string, string> = new Map([
  ['seconds', 's'],
  ['minutes', 'm'],
  ['hours', 'h'],
]);

const since: ReadonlyMap<string, string> = new Map([
  ['customer_was_created', 'origin.accountAge'],
  ['email_first_seen', '(now - firstSeen(origin.person.email, "email"))'],
  ['card_first_seen', '(now - firstSeen(instrument.fingerprint, "card"))'],
  [
    'first_successful_auth_on_card',
    `(now - earliest(transactedAt of prior transactions per instrument.fingerprint in all time${authorized.text}))`,
  ],
]);

/** In Radar, such counts end at 25. */
const bounded = (count: string): string => `least(${count}, 25)`;

/** Returns earlier payments as the source of an aggregate; the current one is not included. */
const earlier = (owner: string, { text: window }: CountWindow, filter: CountFilter | undefined): string =>
  `prior transactions ${owners.get(owner) ?? ''} ${window}${filter?.text ?? ''}`;

const notesOf = (window: CountWindow, filter: CountFilter | undefined): readonly string[] =>
  [window, filter].flatMap((each) => (each ? [each.note] : []));

const counted = (number: string, notes: readonly string[]): RadarField => ({ path: number, number, notes });

function chargeCount(name: string): RadarField | null {
  const [, which = '', owner = '', span = ''] =
    /^(total|authorized|declined|blocked)_charges_per_(card_number|customer|email|ip_address)_(\w+)$/.exec(name) ?? [];
  const window = windows.get(span);
  if (!window) return null;
  const filter = filters.get(which);
  return counted(`count(${earlier(owner, window, filter)})`, notesOf(window, filter));
}

function valueCount(name: string): RadarField | null {
  const [, value = '', owner = '', span = ''] =
    /^(card|email|name)_count_for_(card|customer|email|ip_address|ip)_(hourly|daily|weekly|all_time)$/.exec(name) ?? [];
  const window = windows.get(span);
  if (!window || value === owner) return null;
  const source = `distinct ${values.get(value) ?? ''} of ${earlier(owner, window, undefined)}`;
  return counted(bounded(`count(${source})`), notesOf(window, undefined));
}

function amountOfPast(name: string): RadarField | null {
  const [, fold = '', which = '', owner = ''] =
    /^(average|total)_usd_amount_(attempted|charged|successful|failed)_on_(card|customer)_all_time$/.exec(name) ?? [];
  if (fold === '') return null;
  const filter = filters.get(which);
  const text = `${fold === 'average' ? 'avg' : 'sum'}(amount as USD of ${earlier(owner, allTime, filter)})`;
  const notes = notesOf(allTime, filter);
  return { path: text, measure: { text, unit: 'USD' }, number: `amountOf(${text})`, notes };
}

function timeSince(name: string): RadarField | null {
  const [, word = '', event = ''] = /^(seconds|minutes|hours)_since_(\w+)$/.exec(name) ?? [];
  const text = since.get(event);
  const unit = units.get(word);
  return text === undefined || unit === undefined
    ? null
    : { path: text, measure: { text, unit }, number: `(${text} / 1${unit})` };
}

/** Returns the field for a Radar count of earlier payments, or for the time since an event; `null` if there is no equivalent. */
export function countedField(name: string): RadarField | null {
  // The time of a refund is not known, so that only all refunds can be counted.
  if (name === 'refund_count_on_card_all_time') {
    const refunds = earlier('card', allTime, { text: ' where status = "REFUNDED"', note: '' });
    return counted(bounded(`count(${refunds})`), [allTime.note]);
  }
  return chargeCount(name) ?? valueCount(name) ?? amountOfPast(name) ?? timeSince(name);
}
