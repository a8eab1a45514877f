import type { Declaration } from '@tamis/lang';
import { abs } from './abs.js';
import { age } from './age.js';
import { amountOf } from './amount-of.js';
import { ceil } from './ceil.js';
import { convert } from './convert.js';
import { currencyOf } from './currency-of.js';
import { date } from './date.js';
import { dayOfMonth } from './day-of-month.js';
import { daysBetween } from './days-between.js';
import { deviceAge } from './device-age.js';
import { distance } from './distance.js';
import { firstSeen } from './first-seen.js';
import { floor } from './floor.js';
import { geoCountry } from './geo-country.js';
import { greatest } from './greatest.js';
import { hasTag } from './has-tag.js';
import { hour } from './hour.js';
import { ipAsn } from './ip-asn.js';
import { ipCountry } from './ip-country.js';
import { ipFlag } from './ip-flag.js';
import { ipVersion } from './ip-version.js';
import { isCrypto } from './is-crypto.js';
import { isPrivateIp } from './is-private-ip.js';
import { least } from './least.js';
import { length } from './length.js';
import { listSize } from './list-size.js';
import { lookup } from './lookup.js';
import { lower } from './lower.js';
import { minute } from './minute.js';
import { money } from './money.js';
import { month } from './month.js';
import { networkRisk } from './network-risk.js';
import { ratio } from './ratio.js';
import { round } from './round.js';
import { screening } from './screening.js';
import { sharedWith } from './shared-with.js';
import { speed } from './speed.js';
import { trim } from './trim.js';
import { upper } from './upper.js';
import { weekday } from './weekday.js';
import { year } from './year.js';

/** In alphabetical order. */
export const functions: readonly Declaration[] = [
  abs,
  age,
  amountOf,
  ceil,
  convert,
  currencyOf,
  date,
  dayOfMonth,
  daysBetween,
  deviceAge,
  distance,
  firstSeen,
  floor,
  geoCountry,
  greatest,
  hasTag,
  hour,
  ipAsn,
  ipCountry,
  ipFlag,
  ipVersion,
  isCrypto,
  isPrivateIp,
  least,
  length,
  listSize,
  lookup,
  lower,
  minute,
  money,
  month,
  networkRisk,
  ratio,
  round,
  screening,
  sharedWith,
  speed,
  trim,
  upper,
  weekday,
  year,
];
