import { isDeepStrictEqual } from 'node:util';

import type { ScreenedParty } from '@tamis/screening';
import type { WatchlistEntry } from '@tamis/watchlists';

export const decisionKinds = ['confirmed', 'dismissed'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export const matchStates = ['open', ...decisionKinds] as const;
export type MatchState = (typeof matchStates)[number];

/** `organization` also applies to other entities that a screening cannot distinguish from this one. */
export const decisionScopes = ['entity', 'organization'] as const;
export type DecisionScope = (typeof decisionScopes)[number];

/** A decision about an entity and an entry, with the state of both at that time. */
export interface HoldingDecision {
  readonly id: string;
  readonly decision: DecisionKind;
  readonly scope: DecisionScope;
  readonly entityId: string;
  readonly expiresAt: Date | null;
  readonly list: string;
  readonly entry: WatchlistEntry;
  /** `null` if it was erased with its entity. */
  readonly party: ScreenedParty | null;
  readonly fingerprint: string | null;
}

/** The current entity and entry of a match. */
export interface DecidedPair {
  readonly entityId: string;
  readonly party: ScreenedParty;
  readonly fingerprint: string;
  readonly list: string;
  readonly entry: WatchlistEntry;
}

/** A field that has changed since the decision. */
export interface DecisionChange {
  readonly field: string;
  readonly previous: unknown;
  readonly current: unknown;
}

export interface MatchStanding {
  readonly state: MatchState;
  /** The decision that applies, or that applied until something changed. */
  readonly decisionId: string | null;
  /** The changes because of which an earlier decision no longer applies. Empty if it applies, or if there is none. */
  readonly changed: readonly DecisionChange[];
}

const undecided: MatchStanding = { state: 'open', decisionId: null, changed: [] };

/**
 * Returns the state of a match according to the decisions, newest first: the newest decision about it applies if nothing has changed since.
 */
export function standingOf(pair: DecidedPair, decisions: readonly HoldingDecision[], now: Date): MatchStanding {
  const own = decisions.find((decision) => isAbout(decision, pair) && isSameEntry(decision, pair));
  const decision = own ?? decisions.find((each) => isAbout(each, pair) && followsReferents(each, pair));
  if (!decision) return undecided;
  const changed = changesSince(decision, pair, now);
  if (changed.length === 0) return { state: decision.decision, decisionId: decision.id, changed };
  // A decision about another entity or another list cannot be reopened here.
  const isReopened = decision.entityId === pair.entityId && decision.list === pair.list;
  return isReopened ? { state: 'open', decisionId: decision.id, changed } : undecided;
}

const isAbout = ({ scope, entityId, fingerprint }: HoldingDecision, pair: DecidedPair): boolean =>
  entityId === pair.entityId || (scope === 'organization' && fingerprint === pair.fingerprint);

const isSameEntry = ({ list, entry }: HoldingDecision, pair: DecidedPair): boolean =>
  list === pair.list && entry.id === pair.entry.id;

/**
 * Whether the entry is the same by its referents: a list that merges entries names the old ids, and several lists use the same referent for
 * the same person.
 */
function followsReferents({ list, entry }: HoldingDecision, pair: DecidedPair): boolean {
  const isOneList = list === pair.list;
  const theirs = new Set(isOneList ? [pair.entry.id, ...pair.entry.referents] : pair.entry.referents);
  return (isOneList && theirs.has(entry.id)) || entry.referents.some((referent) => theirs.has(referent));
}

/** Returns everything that has changed, including an expiry. */
function changesSince(decision: HoldingDecision, pair: DecidedPair, now: Date): readonly DecisionChange[] {
  const { expiresAt, party } = decision;
  const isExpired = expiresAt !== null && expiresAt <= now;
  const expired = isExpired ? [{ field: 'expiresAt', previous: expiresAt.toISOString(), current: null }] : [];
  const entity = decision.fingerprint === pair.fingerprint ? [] : entityChanges(party, pair.party);
  return [...expired, ...entity, ...entryChanges(decision, pair)];
}

const partyMembers = ['schema', 'names', 'births', 'countries', 'gender', 'identifiers'] as const;

function entityChanges(previous: ScreenedParty | null, current: ScreenedParty): readonly DecisionChange[] {
  if (previous === null) return [{ field: 'entity', previous: null, current: null }];
  return differing(previous, current, partyMembers, 'entity');
}

const entryContent = [
  'schema',
  'names',
  'births',
  'countries',
  'gender',
  'identifiers',
  'topics',
  'programs',
] as const satisfies readonly (keyof WatchlistEntry)[];

/** For the same entry, compares all fields of its hash; for an entry that replaced it, compares only the data about the named person. */
function entryChanges(decision: HoldingDecision, pair: DecidedPair): readonly DecisionChange[] {
  if (!isSameEntry(decision, pair)) return differing(decision.entry, pair.entry, entryContent, 'entry');
  if (decision.entry.contentHash === pair.entry.contentHash) return [];
  return differing(decision.entry, pair.entry, [...entryContent, 'listedOn', 'source', 'referents'], 'entry');
}

function differing<T extends object>(
  previous: T,
  current: T,
  members: readonly (keyof T & string)[],
  of: string,
): readonly DecisionChange[] {
  return members
    .filter((member) => !isDeepStrictEqual(unordered(previous[member]), unordered(current[member])))
    .map((member) => ({ field: `${of}.${member}`, previous: previous[member], current: current[member] }));
}

/** The order of names, births and similar values in a list or an entity has no meaning. */
const unordered = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each: unknown) => JSON.stringify(each)).sort() : value;
