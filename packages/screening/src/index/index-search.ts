import { identifierKey } from '../score/identifiers.js';
import {
  bestNames,
  type EntryMatch,
  isBetter,
  type MatchedNames,
  type NamesOfEntry,
  qualifyMatch,
  readParty,
  type ReadParty,
} from '../score/match-entry.js';
import { weakAliasCost } from '../score/qualifiers.js';
import { mayBeSame, nameKinds, type ScreenedParty, type ScreeningOptions } from '../score/screened.js';
import { hashWord } from '../score/word-keys.js';
import { Buckets } from './buckets.js';
import { entryOfMark, kindOfMark, numbersOfBearer } from './entry-facts.js';
import { NameSearch } from './name-search.js';
import { PartyBounds } from './party-bounds.js';
import type { WatchlistIndex } from './watchlist-index.js';

/** A matching entry, by its number in the index. */
export interface IndexMatch extends EntryMatch {
  readonly entry: number;
  readonly id: string;
  readonly dataset: string;
}

/** The best name of an entry, and the position of its bearer in the index. */
interface BorneName extends MatchedNames {
  readonly bearer: number;
}

/** Results for a party, by entry. */
interface Found {
  readonly read: ReadParty;
  readonly options: ScreeningOptions;
  /** Entries that may match by an identifier. Their names were compared completely. */
  readonly identified: Map<number, MatchedNames>;
  readonly named: Map<number, BorneName>;
}

/**
 * Screens parties against an index, with the same results as `matchEntry` for every entry. Has its own buffers, so each thread needs one.
 */
export class IndexSearch {
  readonly #names: NameSearch;
  readonly #bounds: PartyBounds;
  readonly #identifiers: Buckets;

  constructor(readonly index: WatchlistIndex) {
    this.#names = new NameSearch(index);
    this.#bounds = new PartyBounds(index);
    this.#identifiers = new Buckets(index.sections, 'identifier');
  }

  /** Returns the best matches first. Among equals, the entry that was listed first. */
  search(party: ScreenedParty, options: ScreeningOptions): readonly IndexMatch[] {
    this.#bounds.open(party);
    const found: Found = { read: readParty(party), options, identified: new Map(), named: new Map() };
    this.#collectIdentified(found);
    for (const name of found.read.names) this.#collectNamed(found, name);
    const matches: IndexMatch[] = [];
    const add = (match: EntryMatch | null, entry: number): void => {
      if (match) matches.push(told(match, entry, this.index));
    };
    found.identified.forEach((names, entry) => add(this.#qualify(found, entry, names), entry));
    found.named.forEach((names, entry) => add(this.#matchOf(found, entry, names), entry));
    return matches.sort((a, b) => b.score - a.score || a.entry - b.entry);
  }

  #collectNamed({ read, options, identified, named }: Found, { ours, name }: ReadParty['names'][number]): void {
    const { readingBearers, readingNameAt, readingOrdinals } = this.index.sections;
    const { threshold, weakAliases } = options;
    const bounds = this.#bounds;
    const query = { threshold, acronyms: read.party.schema !== 'person' };
    this.#names.search(name, query, (reading, score, scoreOfAcronym) => {
      for (let bearer = readingNameAt[reading]!; bearer < readingNameAt[reading + 1]!; bearer += 1) {
        const mark = readingBearers[numbersOfBearer * bearer]!;
        const [entry, kind] = [entryOfMark(mark), kindOfMark(mark)];
        if ((kind === 'weak_alias' && !weakAliases) || !bounds.mayBeSame(bearer)) continue;
        const nameScore = bounds.mayBeAcronym(bearer) ? scoreOfAcronym : score;
        const enough = nameScore - weakAliasCost(nameScore, kind) - threshold;
        if (enough < 0 || bounds.costOf(bearer, enough) > enough) continue;
        if (identified.has(entry)) continue;
        const names = { ours, theirs: readingOrdinals[bearer]!, nameScore, bearer };
        const known = named.get(entry);
        if (!known || isBetter(names, known, this.#namesOf(entry))) named.set(entry, names);
      }
    });
  }

  #namesOf(entry: number): NamesOfEntry {
    const { entryNameAt, nameKind } = this.index.sections;
    const first = entryNameAt[entry]!;
    return {
      kindOf: (theirs) => nameKinds[nameKind[first + theirs]!] ?? 'primary',
      textOf: (theirs) => this.index.nameText(first + theirs),
    };
  }

  #collectIdentified({ read, options, identified }: Found): void {
    for (const identifier of read.party.identifiers) {
      const key = identifierKey(identifier);
      if (key === null) continue;
      this.#identifiers.each(hashWord(key), (number) => {
        if (identified.has(number)) return;
        const entry = this.index.entry(number);
        const isSame = entry.identifiers.some((listed) => identifierKey(listed) === key);
        if (isSame && mayBeSame(read.party.schema, entry.schema))
          identified.set(number, bestNames(read, entry, options));
      });
    }
  }

  #matchOf(found: Found, entry: number, names: BorneName): EntryMatch | null {
    const bounds = this.#bounds;
    const kind = kindOfMark(this.index.sections.readingBearers[numbersOfBearer * names.bearer]!);
    // There is nothing to count against most namesakes, so these are not read.
    const isPlain = kind !== 'weak_alias' && bounds.costOf(names.bearer) === 0 && !bounds.hasMore(names.bearer);
    return isPlain && names.nameScore > 0 ? plainMatch(names) : this.#qualify(found, entry, names);
  }

  #qualify({ read, options }: Found, entry: number, { ours, theirs, nameScore }: MatchedNames): EntryMatch | null {
    const kind = this.#namesOf(entry).kindOf(theirs);
    return qualifyMatch(read.party, this.index.entryDetail(entry), { ours, theirs, nameScore }, kind, options);
  }
}

const plainMatch = ({ ours, theirs, nameScore }: MatchedNames): EntryMatch => ({
  ours,
  theirs,
  nameScore,
  score: nameScore,
  qualifiers: [],
  identifiers: [],
  identifierEffect: 0,
});

/** Written out member by member, because frequent names have thousands of matches, and spreading objects takes longer than finding them. */
const told = (match: EntryMatch, entry: number, index: WatchlistIndex): IndexMatch => ({
  ours: match.ours,
  theirs: match.theirs,
  nameScore: match.nameScore,
  score: match.score,
  qualifiers: match.qualifiers,
  identifiers: match.identifiers,
  identifierEffect: match.identifierEffect,
  entry,
  id: index.entryId(entry),
  dataset: index.entryDataset(entry),
});
