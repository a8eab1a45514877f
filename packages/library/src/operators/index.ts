import type { Declaration } from '@tamis/lang';
import { add } from './add.js';
import { between } from './between.js';
import { contains } from './contains.js';
import { containsAnyFromCustomList } from './contains-any-from-custom-list.js';
import { containsNoneFromCustomList } from './contains-none-from-custom-list.js';
import { divide } from './divide.js';
import { endsWith } from './ends-with.js';
import { eq } from './eq.js';
import { exists } from './exists.js';
import { gt } from './gt.js';
import { gte } from './gte.js';
import { inList } from './in.js';
import { inCustomList } from './in-custom-list.js';
import { inIpRange } from './in-ip-range.js';
import { inListType } from './in-list-type.js';
import { insideEntityOperationalHours } from './inside-entity-operational-hours.js';
import { isEmpty } from './is-empty.js';
import { isNotEmpty } from './is-not-empty.js';
import { lt } from './lt.js';
import { lte } from './lte.js';
import { multiply } from './multiply.js';
import { negate } from './negate.js';
import { neq } from './neq.js';
import { notBetween } from './not-between.js';
import { notContains } from './not-contains.js';
import { notEndsWith } from './not-ends-with.js';
import { notExists } from './not-exists.js';
import { notInList } from './not-in.js';
import { notInCustomList } from './not-in-custom-list.js';
import { notInIpRange } from './not-in-ip-range.js';
import { notInListType } from './not-in-list-type.js';
import { notInsideEntityOperationalHours } from './not-inside-entity-operational-hours.js';
import { notOutsideEntityOperationalHours } from './not-outside-entity-operational-hours.js';
import { notStartsWith } from './not-starts-with.js';
import { notWithinDistance } from './not-within-distance.js';
import { otherwise } from './otherwise.js';
import { outsideEntityOperationalHours } from './outside-entity-operational-hours.js';
import { startsWith } from './starts-with.js';
import { subtract } from './subtract.js';
import { withinDistance } from './within-distance.js';

/** In the order of the manual. */
export const operators: readonly Declaration[] = [
  eq,
  neq,
  lt,
  lte,
  gt,
  gte,
  between,
  notBetween,
  inList,
  notInList,
  contains,
  notContains,
  startsWith,
  notStartsWith,
  endsWith,
  notEndsWith,
  exists,
  notExists,
  isEmpty,
  isNotEmpty,
  otherwise,
  add,
  subtract,
  multiply,
  divide,
  negate,
  inIpRange,
  notInIpRange,
  inCustomList,
  notInCustomList,
  inListType,
  notInListType,
  containsAnyFromCustomList,
  containsNoneFromCustomList,
  withinDistance,
  notWithinDistance,
  insideEntityOperationalHours,
  notInsideEntityOperationalHours,
  outsideEntityOperationalHours,
  notOutsideEntityOperationalHours,
];
