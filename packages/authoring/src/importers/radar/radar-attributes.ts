import { countedField } from './radar-counters.js';
import { caseless, coded, type RadarField } from './radar-field.js';

const address = 'transaction.deviceDetails.ipAddress';
const email = 'origin.person.email';
const card = 'instrument.fingerprint';

const flag = (text: string): RadarField => ({ path: text, flag: text });

/** The attributes of the payment itself. Radar's own scores, checks of issuers and billing addresses have no equivalent. */
const attributes: ReadonlyMap<string, RadarField> = new Map([
  ['card_country', coded('instrument.issuerCountry', 'country')],
  ['card_funding', coded('instrument.funding', 'word')],
  ['card_brand', coded('instrument.brand', 'brand')],
  ['card_bin', coded('instrument.bin')],
  ['card_last4', coded('instrument.last4')],
  ['card_fingerprint', coded(card)],
  ['cardholder_name', caseless('instrument.holderName')],
  ['charge_description', caseless('transaction.description')],
  ['currency', coded('transaction.currency', 'currency')],
  ['email', caseless(email)],
  ['email_domain', caseless(`emailDomain(${email})`)],
  ['ip_address', coded(address, 'address')],
  ['ip_country', coded(`ipCountry(${address})`, 'country')],
  ['is_anonymous_ip', flag(`(ipFlag(${address}, "proxy") or ipFlag(${address}, "tor"))`)],
  ['is_disposable_email', flag(`isDisposableEmail(${email})`)],
  ['is_new_card_on_customer', flag(`count(prior transactions from origin per ${card} in all time) = 0`)],
]);

/** Returns `null` if there is no equivalent. */
export function attributeField(name: string): RadarField | null {
  const [, currency] = /^amount_in_([a-z]{3})$/.exec(name) ?? [];
  if (currency === undefined) return attributes.get(name) ?? countedField(name);
  const unit = currency.toUpperCase();
  const path = 'transaction.amount';
  return { path, measure: { text: path, unit }, number: `amountOf(${path} as ${unit})` };
}
