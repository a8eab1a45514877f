import {
  allOf,
  complement,
  intersection,
  isEmptySet,
  overlap,
  valuesOf,
  type Domain,
  type ValueSet,
} from './value-set.js';

/** Possible states of a variable: absent, known with certain values, or present but not known (wrong type, no rate). */
export interface StateSet {
  readonly absent: boolean;
  readonly failed: boolean;
  readonly known: ValueSet;
}

export const knownAs = (known: ValueSet): StateSet => ({ absent: false, failed: false, known });

const anyStates = new WeakMap<Domain, StateSet>();

/** Returns all states of a variable of the domain. */
export function anyState(domain: Domain): StateSet {
  const found = anyStates.get(domain) ?? { absent: true, failed: true, known: allOf(domain) };
  anyStates.set(domain, found);
  return found;
}

const emptyValues = (domain: Domain): ValueSet => valuesOf([], domain);

export const notKnown = (domain: Domain): StateSet => ({ absent: true, failed: true, known: emptyValues(domain) });

export const absent = (domain: Domain): StateSet => ({ absent: true, failed: false, known: emptyValues(domain) });

export const failed = (domain: Domain): StateSet => ({ absent: false, failed: true, known: emptyValues(domain) });

export const intersectStates = (a: StateSet, b: StateSet): StateSet => ({
  absent: a.absent && b.absent,
  failed: a.failed && b.failed,
  known: intersection(a.known, b.known),
});

export const statesOverlap = (a: StateSet, b: StateSet): boolean =>
  (a.absent && b.absent) || (a.failed && b.failed) || overlap(a.known, b.known);

export const isImpossible = (set: StateSet): boolean => !set.absent && !set.failed && isEmptySet(set.known);

export const isOnlyAbsent = (set: StateSet): boolean => set.absent && !set.failed && isEmptySet(set.known);

/** Returns the states in either set. */
export const union = (a: StateSet, b: StateSet, domain: Domain): StateSet => ({
  absent: a.absent || b.absent,
  failed: a.failed || b.failed,
  known: complement(intersection(complement(a.known, domain), complement(b.known, domain)), domain),
});
