import type { AggregateDeclaration } from '@tamis/lang';
import { avg } from './avg.js';
import { count } from './count.js';
import { max } from './max.js';
import { min } from './min.js';
import { sum } from './sum.js';

/** In the order of the manual. */
export const aggregates: readonly AggregateDeclaration[] = [count, sum, avg, min, max];
