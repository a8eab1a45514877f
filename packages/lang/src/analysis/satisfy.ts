import type { Formula } from './formula.js';
import {
  absent,
  anyState,
  intersectStates,
  statesOverlap,
  isImpossible,
  isOnlyAbsent,
  type StateSet,
} from './state-set.js';
import type { Variable } from './variable.js';

export interface State {
  readonly thing: Variable;
  readonly states: StateSet;
}

/** The remaining states of each variable, by key. */
export type Assignment = ReadonlyMap<string, State>;

/** How much work one question may take, in steps. Shared by the questions of a set. */
export interface Budget {
  left: number;
}

/** A context that the formulas permit, judged by their variables; `null` if there is none; `unclear` if the budget was exhausted. */
export type SatisfyResult = Assignment | null | 'unclear';

type Disjunction = Formula & { kind: 'any' };

/** States of the variables during the search for a context. Copied at each choice. */
class Search {
  readonly states = new Map<string, State>();
  /** Whether the field behind variables is present, by base. */
  readonly presence = new Map<string, boolean>();

  copy(): Search {
    const copy = new Search();
    for (const [key, state] of this.states) copy.states.set(key, state);
    for (const [base, isThere] of this.presence) copy.presence.set(base, isThere);
    return copy;
  }

  private statesOf(thing: Variable): StateSet {
    const found = this.states.get(thing.key);
    if (found) return found.states;
    const start = anyState(thing.domain);
    return thing.alwaysKnown ? { ...start, absent: false, failed: false } : start;
  }

  private restrict(thing: Variable, states: StateSet): StateSet {
    const isThere = thing.base === null ? undefined : this.presence.get(thing.base);
    if (isThere === undefined) return states;
    return isThere ? { ...states, absent: false } : intersectStates(states, absent(thing.domain));
  }

  /** Restricts a variable to the given states. Returns `false` if no state remains. */
  narrow(thing: Variable, states: StateSet): boolean {
    const left = this.restrict(thing, intersectStates(this.statesOf(thing), states));
    if (isImpossible(left)) return false;
    this.states.set(thing.key, { thing, states: left });
    if (thing.base === null || this.presence.has(thing.base)) return true;
    if (left.absent && !isOnlyAbsent(left)) return true;
    this.presence.set(thing.base, !left.absent);
    for (const other of [...this.states.values()])
      if (other.thing.base === thing.base && other.thing.key !== thing.key && !this.narrow(other.thing, other.states))
        return false;
    return true;
  }

  /** Returns whether a formula is impossible in the current states. Returns `false` if deciding that takes more than a quick check. */
  excludes(formula: Formula): boolean {
    if (formula.kind === 'any') return formula.parts.every((part) => this.excludes(part));
    if (formula.kind === 'all') return formula.parts.some((part) => this.excludes(part));
    const { thing, states } = formula;
    const isThere = thing.base === null ? undefined : this.presence.get(thing.base);
    if (isThere === false) return !states.absent;
    const wanted = isThere === true || thing.alwaysKnown ? { ...states, absent: false } : states;
    const found = this.states.get(thing.key);
    return found ? !statesOverlap(found.states, wanted) : isImpossible(wanted);
  }
}

/** Applies the formulas that require no choice and returns the remaining choices; `null` if no state remains. */
function propagate(search: Search, formulas: readonly Formula[], effort: Budget): readonly Disjunction[] | null {
  const open: Formula[] = [...formulas];
  let choices: Disjunction[] = [];
  for (;;) {
    for (let next = open.pop(); next; next = open.pop()) {
      effort.left -= 1;
      if (next.kind === 'all') open.push(...next.parts);
      else if (next.kind === 'any') choices.push(next);
      else if (!search.narrow(next.thing, next.states)) return null;
    }
    const left: Disjunction[] = [];
    for (const choice of choices) {
      effort.left -= choice.parts.length;
      const parts = choice.parts.filter((part) => !search.excludes(part));
      const [only] = parts;
      if (!only) return null;
      if (parts.length === 1) open.push(only);
      else left.push({ kind: 'any', parts });
    }
    choices = left;
    if (open.length === 0) return choices;
  }
}

function find(search: Search, formulas: readonly Formula[], effort: Budget): SatisfyResult {
  const choices = propagate(search, formulas, effort);
  if (!choices) return null;
  const [first] = [...choices].sort((a, b) => a.parts.length - b.parts.length);
  if (!first) return search.states;
  const rest = choices.filter((choice) => choice !== first);
  for (const part of first.parts) {
    if (effort.left <= 0) return 'unclear';
    const answer = find(search.copy(), [part, ...rest], effort);
    if (answer !== null) return answer;
  }
  return null;
}

/** Returns the subjects of a formula. */
export function subjectsOf(formula: Formula, found = new Set<string>()): ReadonlySet<string> {
  if (formula.kind === 'one') found.add(formula.thing.base ?? formula.thing.key);
  else for (const part of formula.parts) subjectsOf(part, found);
  return found;
}

/** A formula against which many others are checked. */
export class Premise {
  private readonly search = new Search();
  private readonly choices: readonly Disjunction[] | null;
  /** Subjects of its parts that depend on a choice. */
  private readonly open = new Set<string>();

  constructor(formula: Formula) {
    this.choices = propagate(this.search, [formula], { left: 0 });
    for (const choice of this.choices ?? []) subjectsOf(choice, this.open);
  }

  /** Returns `true` if a quick check shows that the formula is compatible, `false` if that requires a search. */
  allows(formula: Formula): boolean {
    if (formula.kind === 'any') return formula.parts.some((part) => this.allows(part));
    if (formula.kind === 'all' || this.open.has(formula.thing.base ?? formula.thing.key)) return false;
    return this.choices !== null && !this.search.excludes(formula);
  }

  /** Returns a context in which both the premise and the formula hold. */
  satisfyWith(formula: Formula, effort: Budget): SatisfyResult {
    return this.choices && find(this.search.copy(), [formula, ...this.choices], effort);
  }
}

/** Searches for a context in which all formulas hold. */
export const satisfy = (formulas: readonly Formula[], effort: Budget): SatisfyResult =>
  effort.left <= 0 ? 'unclear' : find(new Search(), formulas, effort);
