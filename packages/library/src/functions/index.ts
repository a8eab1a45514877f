import type { Declaration } from '@tamis/lang';
import { abs } from './abs.js';
import { age } from './age.js';
import { amountOf } from './amount-of.js';
import { ceil } from './ceil.js';
import { currencyOf } from './currency-of.js';
import { date } from './date.js';
import { dayOfMonth } from './day-of-month.js';
import { daysBetween } from './days-between.js';
import { distance } from './distance.js';
import { floor } from './floor.js';
import { greatest } from './greatest.js';
import { hour } from './hour.js';
import { least } from './least.js';
import { length } from './length.js';
import { lower } from './lower.js';
import { minute } from './minute.js';
import { money } from './money.js';
import { month } from './month.js';
import { ratio } from './ratio.js';
import { round } from './round.js';
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
  currencyOf,
  date,
  dayOfMonth,
  daysBetween,
  distance,
  floor,
  greatest,
  hour,
  least,
  length,
  lower,
  minute,
  money,
  month,
  ratio,
  round,
  trim,
  upper,
  weekday,
  year,
];
