import { pathNode, printExpression } from '@tamis/lang';

/** How an attribute is written in a rule, and what values beside it become. */
export interface RadarField {
  readonly text: string;
  /** `flag`: true or false by itself. `amount`: numbers take the currency behind it. */
  readonly kind: 'text' | 'number' | 'flag' | 'amount';
  readonly currency?: string;
  /** Of texts beside it: Radar writes currencies in small letters. */
  readonly upper?: true;
}

const text = (field: string): RadarField => ({ text: field, kind: 'text' });
const flag = (field: string): RadarField => ({ text: field, kind: 'flag' });

const address = 'transaction.deviceDetails.ipAddress';
const email = 'origin.person.email';

/** What is known of the payment itself. Counts over time and scores of Radar have no equal, and are refused. */
const attributes: ReadonlyMap<string, RadarField> = new Map([
  ['card_country', text('instrument.issuerCountry')],
  ['card_funding', text('instrument.funding')],
  ['card_brand', text('instrument.brand')],
  ['card_bin', text('instrument.bin')],
  ['card_last4', text('instrument.last4')],
  ['card_fingerprint', text('instrument.fingerprint')],
  ['charge_description', text('transaction.description')],
  ['currency', { text: 'transaction.currency', kind: 'text', upper: true }],
  ['email', text(email)],
  ['email_domain', text(`emailDomain(${email})`)],
  ['is_disposable_email', flag(`isDisposableEmail(${email})`)],
  ['ip_address', text(address)],
  ['ip_country', text(`ipCountry(${address})`)],
]);

/** Null: there is no equal. */
export function attributeField(name: string): RadarField | null {
  const [, currency] = /^amount_in_([a-z]{3})$/.exec(name) ?? [];
  if (currency !== undefined) return { text: 'transaction.amount', kind: 'amount', currency: currency.toUpperCase() };
  return attributes.get(name) ?? null;
}

/** A value the caller keeps with a payment or a customer; its type is that of what it is compared with. */
export function metadataField(of: 'payment' | 'customer', name: string): RadarField {
  const head = of === 'payment' ? ['transaction', 'metadata'] : ['origin', 'attributes'];
  return text(printExpression(pathNode([...head, name])));
}
