import { compareIdentifiers, type SharedIdentifier } from './identifiers.js';
import { type Qualifier, qualifiersOf, weakAliasCost } from './qualifiers.js';
import { readNames, type ReadName } from './read-name.js';
import { NameScorer } from './score-names.js';
import {
  type EntryDetail,
  type ListedEntry,
  mayBeAcronym,
  mayBeSame,
  nameKinds,
  type NameKind,
  type ScreenedParty,
  type ScreeningOptions,
} from './screened.js';
import { weights } from './weights.js';

/** The pair of names of the two sides that is most similar. */
export interface MatchedNames {
  /** Index of the party's name, and of the entry's name. */
  readonly ours: number;
  readonly theirs: number;
  readonly nameScore: number;
}

export interface EntryMatch extends MatchedNames {
  readonly score: number;
  readonly qualifiers: readonly Qualifier[];
  readonly identifiers: readonly SharedIdentifier[];
  /** Increase for an equal identifier. */
  readonly identifierEffect: number;
}

/** A party with parsed names, to be compared with many entries. */
export interface ReadParty {
  readonly party: ScreenedParty;
  readonly names: readonly PartyName[];
}

interface PartyName {
  /** Index of the name in the party. A name that is read in two ways is in the list twice. */
  readonly ours: number;
  readonly name: ReadName;
}

export const readParty = (party: ScreenedParty): ReadParty => ({
  party,
  names: party.names.flatMap((text, ours) => readNames(text, party.schema).map((name) => ({ ours, name }))),
});

const scorer = new NameScorer();

/**
 * Compares a party with one entry completely. Returns `null` if they do not match. The index has the same results for all entries at once.
 */
export function matchEntry(read: ReadParty, entry: ListedEntry, options: ScreeningOptions): EntryMatch | null {
  if (!mayBeSame(read.party.schema, entry.schema)) return null;
  const names = bestNames(read, entry, options);
  return qualifyMatch(read.party, entry, names, entry.names[names.theirs]?.kind ?? 'primary', options);
}

/** Returns the two most similar names: by the final score, then by kind, then by text. */
export function bestNames(read: ReadParty, entry: ListedEntry, options: ScreeningOptions): MatchedNames {
  const acronyms = mayBeAcronym(read.party.schema, entry.schema);
  let best: MatchedNames = { ours: 0, theirs: 0, nameScore: 0 };
  const names = {
    kindOf: (name: number) => entry.names[name]!.kind,
    textOf: (name: number) => entry.names[name]!.text,
  };
  const theirNames = entry.names.flatMap(({ text, kind }, theirs) =>
    !options.weakAliases && kind === 'weak_alias'
      ? []
      : readNames(text, entry.schema).map((other) => ({ theirs, other })),
  );
  for (const { ours, name } of read.names) {
    for (const { theirs, other } of theirNames) {
      const found = { ours, theirs, nameScore: scorer.score(name, other, acronyms) };
      if (isBetter(found, best, names)) best = found;
    }
  }
  return best;
}

/** The names of an entry. Texts are only read if nothing else decides. */
export interface NamesOfEntry {
  readonly kindOf: (theirs: number) => NameKind;
  readonly textOf: (theirs: number) => string;
}

/** A total order, so that the result does not depend on the order in which names were found. */
export function isBetter(found: MatchedNames, best: MatchedNames, { kindOf, textOf }: NamesOfEntry): boolean {
  if (found.nameScore === 0 || best.nameScore === 0) return found.nameScore > best.nameScore;
  const [kind, other] = [kindOf(found.theirs), kindOf(best.theirs)];
  const counted = found.nameScore - weakAliasCost(found.nameScore, kind);
  const difference =
    counted - (best.nameScore - weakAliasCost(best.nameScore, other)) ||
    nameKinds.indexOf(other) - nameKinds.indexOf(kind) ||
    compareText(textOf(best.theirs), textOf(found.theirs)) ||
    best.ours - found.ours ||
    best.theirs - found.theirs;
  return difference > 0;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the score of a name after all other known details have been considered. */
export function qualifyMatch(
  party: ScreenedParty,
  entry: EntryDetail,
  names: MatchedNames,
  kind: NameKind,
  options: ScreeningOptions,
): EntryMatch | null {
  const identifiers = compareIdentifiers(party.identifiers, entry.identifiers);
  if (identifiers === null) return null;
  const qualifiers = qualifiersOf(party, entry, { nameScore: names.nameScore, kind });
  const left = qualifiers.reduce((sum, { effect }) => sum + effect, names.nameScore);
  const identified = identifiers.some((shared) => shared.kind === 'equal') ? weights.identifier : 0;
  const score = Math.max(left, identified);
  if (score < options.threshold || score === 0) return null;
  const { ours, theirs, nameScore } = names;
  return { ours, theirs, nameScore, score, qualifiers, identifiers, identifierEffect: score - left };
}
