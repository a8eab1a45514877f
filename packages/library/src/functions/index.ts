import type { Declaration } from '@tamis/lang';
import { abs } from './abs.js';
import { age } from './age.js';
import { alnum } from './alnum.js';
import { amountOf } from './amount-of.js';
import { binBrand } from './bin-brand.js';
import { binCountry } from './bin-country.js';
import { bucket } from './bucket.js';
import { ceil } from './ceil.js';
import { clamp } from './clamp.js';
import { convert } from './convert.js';
import { currencyOf } from './currency-of.js';
import { date } from './date.js';
import { dayOfMonth } from './day-of-month.js';
import { daysBetween } from './days-between.js';
import { deviceAge } from './device-age.js';
import { digits } from './digits.js';
import { distance } from './distance.js';
import { emailDomain } from './email-domain.js';
import { emailDomainName } from './email-domain-name.js';
import { emailLocal } from './email-local.js';
import { endOf } from './end-of.js';
import { entropy } from './entropy.js';
import { exact } from './exact.js';
import { findFirstSeen } from './first-seen.js';
import { floor } from './floor.js';
import { folded } from './folded.js';
import { geoCountry } from './geo-country.js';
import { greatest } from './greatest.js';
import { hasTag } from './has-tag.js';
import { hour } from './hour.js';
import { ibanCountry } from './iban-country.js';
import { ifThenElse } from './if.js';
import { ipAsn } from './ip-asn.js';
import { ipCountry } from './ip-country.js';
import { ipFlag } from './ip-flag.js';
import { ipVersion } from './ip-version.js';
import { isBusinessDay } from './is-business-day.js';
import { isCrypto } from './is-crypto.js';
import { isDisposableEmail } from './is-disposable-email.js';
import { isFreeEmail } from './is-free-email.js';
import { isHoliday } from './is-holiday.js';
import { isPrivateIp } from './is-private-ip.js';
import { isValidCbu } from './is-valid-cbu.js';
import { isValidClabe } from './is-valid-clabe.js';
import { isValidIban } from './is-valid-iban.js';
import { isValidPhone } from './is-valid-phone.js';
import { isValidTaxId } from './is-valid-tax-id.js';
import { isWeekend } from './is-weekend.js';
import { least } from './least.js';
import { length } from './length.js';
import { listSize } from './list-size.js';
import { localTime } from './local-time.js';
import { log10 } from './log10.js';
import { lookup } from './lookup.js';
import { lower } from './lower.js';
import { luhn } from './luhn.js';
import { minute } from './minute.js';
import { mod } from './mod.js';
import { money } from './money.js';
import { month } from './month.js';
import { findNetworkRisk } from './network-risk.js';
import { normalizeName } from './normalize-name.js';
import { nth } from './nth.js';
import { number } from './number.js';
import { phoneCountry } from './phone-country.js';
import { pixKeyType } from './pix-key-type.js';
import { pow } from './pow.js';
import { ratio } from './ratio.js';
import { replace } from './replace.js';
import { round } from './round.js';
import { screenName } from './screen-name.js';
import { screening } from './screening.js';
import { sharedWith } from './shared-with.js';
import { similarity } from './similarity.js';
import { soundsLike } from './sounds-like.js';
import { speed } from './speed.js';
import { split } from './split.js';
import { sqrt } from './sqrt.js';
import { startOf } from './start-of.js';
import { stripAccents } from './strip-accents.js';
import { substring } from './substring.js';
import { taxIdType } from './tax-id-type.js';
import { text } from './text.js';
import { time } from './time.js';
import { trim } from './trim.js';
import { upper } from './upper.js';
import { walletNetwork } from './wallet-network.js';
import { weekday } from './weekday.js';
import { year } from './year.js';

/** In alphabetical order. */
export const functions: readonly Declaration[] = [
  abs,
  age,
  alnum,
  amountOf,
  binBrand,
  binCountry,
  bucket,
  ceil,
  clamp,
  convert,
  currencyOf,
  date,
  dayOfMonth,
  daysBetween,
  deviceAge,
  digits,
  distance,
  emailDomain,
  emailDomainName,
  emailLocal,
  endOf,
  entropy,
  exact,
  findFirstSeen,
  floor,
  folded,
  geoCountry,
  greatest,
  hasTag,
  hour,
  ibanCountry,
  ifThenElse,
  ipAsn,
  ipCountry,
  ipFlag,
  ipVersion,
  isBusinessDay,
  isCrypto,
  isDisposableEmail,
  isFreeEmail,
  isHoliday,
  isPrivateIp,
  isValidCbu,
  isValidClabe,
  isValidIban,
  isValidPhone,
  isValidTaxId,
  isWeekend,
  least,
  length,
  listSize,
  localTime,
  log10,
  lookup,
  lower,
  luhn,
  minute,
  mod,
  money,
  month,
  findNetworkRisk,
  normalizeName,
  nth,
  number,
  phoneCountry,
  pixKeyType,
  pow,
  ratio,
  replace,
  round,
  screenName,
  screening,
  sharedWith,
  similarity,
  soundsLike,
  speed,
  split,
  sqrt,
  startOf,
  stripAccents,
  substring,
  taxIdType,
  text,
  time,
  trim,
  upper,
  walletNetwork,
  weekday,
  year,
];
