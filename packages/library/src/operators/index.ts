import type { Declaration } from '@tamis/lang';
import { add } from './add.js';
import { after } from './after.js';
import { before } from './before.js';
import { between } from './between.js';
import { contains } from './contains.js';
import { containsAll } from './contains-all.js';
import { containsAny } from './contains-any.js';
import { containsAnyFromCustomList } from './contains-any-from-custom-list.js';
import { containsNone } from './contains-none.js';
import { containsNoneFromCustomList } from './contains-none-from-custom-list.js';
import { divide } from './divide.js';
import { endsWith } from './ends-with.js';
import { eq } from './eq.js';
import { exists } from './exists.js';
import { fuzzyMatch } from './fuzzy-match.js';
import { fuzzyMatchCustomList } from './fuzzy-match-custom-list.js';
import { gt } from './gt.js';
import { gte } from './gte.js';
import { inList } from './in.js';
import { inCustomList } from './in-custom-list.js';
import { inIpRange } from './in-ip-range.js';
import { inListType } from './in-list-type.js';
import { insideEntityOperationalHours } from './inside-entity-operational-hours.js';
import { isEmpty } from './is-empty.js';
import { isMultipleOf } from './is-multiple-of.js';
import { isNotEmpty } from './is-not-empty.js';
import { isNotMultipleOf } from './is-not-multiple-of.js';
import { lt } from './lt.js';
import { lte } from './lte.js';
import { matches } from './matches.js';
import { multiply } from './multiply.js';
import { negate } from './negate.js';
import { neq } from './neq.js';
import { notAfter } from './not-after.js';
import { notBefore } from './not-before.js';
import { notBetween } from './not-between.js';
import { notContains } from './not-contains.js';
import { notContainsAll } from './not-contains-all.js';
import { notEndsWith } from './not-ends-with.js';
import { notExists } from './not-exists.js';
import { notFuzzyMatch } from './not-fuzzy-match.js';
import { notFuzzyMatchCustomList } from './not-fuzzy-match-custom-list.js';
import { notInList } from './not-in.js';
import { notInCustomList } from './not-in-custom-list.js';
import { notInIpRange } from './not-in-ip-range.js';
import { notInListType } from './not-in-list-type.js';
import { notInsideEntityOperationalHours } from './not-inside-entity-operational-hours.js';
import { notMatches } from './not-matches.js';
import { notOutsideEntityOperationalHours } from './not-outside-entity-operational-hours.js';
import { notStartsWith } from './not-starts-with.js';
import { notWithinDistance } from './not-within-distance.js';
import { notWithinLast } from './not-within-last.js';
import { otherwise } from './otherwise.js';
import { outsideEntityOperationalHours } from './outside-entity-operational-hours.js';
import { startsWith } from './starts-with.js';
import { subtract } from './subtract.js';
import { withinDistance } from './within-distance.js';
import { withinLast } from './within-last.js';

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
  containsAny,
  containsNone,
  containsAll,
  notContainsAll,
  startsWith,
  notStartsWith,
  endsWith,
  notEndsWith,
  matches,
  notMatches,
  exists,
  notExists,
  isEmpty,
  isNotEmpty,
  before,
  notBefore,
  after,
  notAfter,
  withinLast,
  notWithinLast,
  isMultipleOf,
  isNotMultipleOf,
  fuzzyMatch,
  notFuzzyMatch,
  fuzzyMatchCustomList,
  notFuzzyMatchCustomList,
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
