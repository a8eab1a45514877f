import type { AggregateDeclaration } from '@tamis/lang';
import { avg } from './avg.js';
import { count } from './count.js';
import { earliest } from './earliest.js';
import { exists } from './exists.js';
import { latest } from './latest.js';
import { max } from './max.js';
import { median } from './median.js';
import { min } from './min.js';
import { p90 } from './p90.js';
import { p95 } from './p95.js';
import { p99 } from './p99.js';
import { share } from './share.js';
import { stddev } from './stddev.js';
import { sum } from './sum.js';
import { values } from './values.js';

/** In the order of the manual. */
export const aggregates: readonly AggregateDeclaration[] = [
  count,
  sum,
  avg,
  stddev,
  min,
  max,
  median,
  p90,
  p95,
  p99,
  share,
  exists,
  latest,
  earliest,
  values,
];
