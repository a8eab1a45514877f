import { compareNames, parseName } from '@tamis/screening';

import type { CompanyIdentity, StoredCompany } from './company-identity.js';
import { hasSameExternalId, hasSameTaxId, whatSeparates } from './separate-companies.js';
import type { DeduplicationStrategy } from './upsert-options.js';

/** The minimum similarity of names at which two companies count as the same, if nothing separates them. */
const matchThreshold = 0.8;

/** The confidence of an exact match: lower if the other identifier is absent on one side. */
const exactConfidence = { both: 1, one: 0.95 };

export interface CompanyMatch {
  readonly company: StoredCompany;
  /** A number from 0 to 1. */
  readonly confidence: number;
  readonly reasoning: string;
}

/** A stored company that may be the sent one, but was not matched to it. */
export interface PossibleMatch extends CompanyMatch {
  /** The difference that makes it another company; `null` if another company was more similar. */
  readonly separatedBy: string | null;
}

export interface MatchResult {
  /** `null` if no company is similar enough. */
  readonly match: CompanyMatch | null;
  /** The confidence of the most similar company among those that nothing separates; 0 if there is none. */
  readonly nearest: number;
  readonly reasoning: string;
  /** The companies that are similar enough to be checked, most similar first. */
  readonly possibleMatches: readonly PossibleMatch[];
}

/** The similarity of each candidate according to a text model, in their order; requested only for the strategy `ai_similarity`. */
export interface ModelSimilarities {
  readonly model: string;
  readonly similarities: readonly number[];
}

export interface MatchOptions {
  readonly strategy: DeduplicationStrategy;
  /** Whether companies whose tax ids belong to two branches count as the same company. */
  readonly mergeBranches: boolean;
}

interface Compared extends PossibleMatch {
  readonly isExact: boolean;
}

/** The maximum number of possible matches that are returned. */
const maxPossibleMatches = 10;

/**
 * Returns the stored company that the sent one is, according to a strategy. With every strategy an equal external id or tax id decides, and
 * a difference that separates two companies is never overruled.
 */
export function matchCompany(
  sent: CompanyIdentity,
  candidates: readonly StoredCompany[],
  { strategy, mergeBranches }: MatchOptions,
  answer: ModelSimilarities | null,
): MatchResult {
  const likenessOf = strategy === 'exact_match' ? null : answer === null ? byName(sent) : byModel(answer);
  const compared = candidates.map((company, index): Compared => {
    const separatedBy = whatSeparates(sent, company, mergeBranches);
    const exact = exactMatch(sent, company);
    const near = exact ?? likenessOf?.(company, index) ?? notCompared;
    return { company, ...near, separatedBy, isExact: exact !== null };
  });
  const ranked = compared.toSorted(byNearness(sent));
  const [best] = ranked.filter(({ separatedBy }) => separatedBy === null);
  const match = best && best.confidence >= matchThreshold ? best : null;
  const possible = ranked.filter((each) => each !== match && each.confidence >= matchThreshold);
  return {
    match,
    nearest: best?.confidence ?? 0,
    reasoning: match?.reasoning ?? reasonOfNone(strategy, best, possible),
    possibleMatches: possible.slice(0, maxPossibleMatches).map(({ isExact: _, ...each }) => each),
  };
}

/** Among companies with an identifier in common, one with the same external id comes first, and before it one with the same spelling. */
function byNearness(sent: CompanyIdentity): (a: Compared, b: Compared) => number {
  const spelledAlike = ({ company }: Compared): number =>
    Number(hasSameExternalId(sent, company)) + Number(company.externalId === sent.externalId);
  return (a, b) =>
    Number(b.isExact) - Number(a.isExact) ||
    b.confidence - a.confidence ||
    spelledAlike(b) - spelledAlike(a) ||
    (a.company.id < b.company.id ? -1 : 1);
}

function reasonOfNone(
  strategy: DeduplicationStrategy,
  best: Compared | undefined,
  possible: readonly Compared[],
): string {
  const [separate] = possible;
  if (separate) return `${separate.company.id} has ${separate.separatedBy}: ${separate.reasoning}`;
  if (strategy === 'exact_match') return 'no company has this external id or tax id';
  return best === undefined
    ? 'no similar company was found'
    : `the most similar company, ${best.company.id}, is not similar enough: ${best.reasoning}`;
}

type Nearness = Pick<CompanyMatch, 'confidence' | 'reasoning'>;

const notCompared: Nearness = { confidence: 0, reasoning: 'names are not compared' };

function exactMatch(sent: CompanyIdentity, company: StoredCompany): Nearness | null {
  const [externalId, taxId] = [hasSameExternalId(sent, company), hasSameTaxId(sent, company)];
  if (!externalId && !taxId) return null;
  const what = [...(externalId ? ['external id'] : []), ...(taxId ? ['tax id'] : [])].join(' and ');
  return {
    confidence: externalId && taxId ? exactConfidence.both : exactConfidence.one,
    reasoning: `exact match: same ${what}`,
  };
}

function byName(sent: CompanyIdentity): (company: StoredCompany) => Nearness {
  const name = parseName(sent.name);
  return (company) => {
    const likeness = compareNames(name, parseName(company.name));
    return { confidence: rounded(likeness), reasoning: `fuzzy match: names are ${percent(likeness)} similar` };
  };
}

const byModel =
  ({ model, similarities }: ModelSimilarities) =>
  (_: StoredCompany, index: number): Nearness => {
    const similarity = rounded(similarities[index] ?? 0);
    return { confidence: similarity, reasoning: `text similarity of the names by ${model}: ${percent(similarity)}` };
  };

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;
