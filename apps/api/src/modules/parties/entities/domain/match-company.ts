import { editDistance } from '@tamis/stdx';
import { compareNames, parseName } from '@tamis/screening';

import type { CompanyIdentity, StoredCompany } from './company-identity.js';
import type { DeduplicationStrategy } from './upsert-options.js';

/** The least likeness of a name and tax id, or of a text, that makes two companies one. */
export const matchThreshold = 0.8;

const nameWeight = 0.6;
const taxIdWeight = 0.4;

/** How sure an exact match is: of one identifier while the other is of someone else, less. */
const exactConfidence = { both: 1, one: 0.95, contradicted: 0.7 };

export interface CompanyMatch {
  readonly company: StoredCompany;
  /** 0 to 1. */
  readonly confidence: number;
  readonly reasoning: string;
}

export interface MatchResult {
  /** Null: none is near enough. */
  readonly match: CompanyMatch | null;
  /** Of the nearest that is none; 0 where nothing came near. */
  readonly nearest: number;
  readonly reasoning: string;
}

/** How near each of the candidates is by a text model, in their order; asked only where the strategy is `ai_similarity`. */
export interface ModelSimilarities {
  readonly model: string;
  readonly similarities: readonly number[];
}

/**
 * The stored company that the sent one is, by a strategy. Whatever the strategy, an equal external id or tax id decides: an organization
 * has each of them once.
 */
export function matchCompany(
  sent: CompanyIdentity,
  candidates: readonly StoredCompany[],
  strategy: DeduplicationStrategy,
  answer: ModelSimilarities | null,
): MatchResult {
  const exact = exactMatch(sent, candidates);
  if (exact) return { match: exact, nearest: exact.confidence, reasoning: exact.reasoning };
  if (strategy === 'exact_match') {
    return { match: null, nearest: 0, reasoning: 'no company has this external id or tax id' };
  }
  const compared = answer === null ? rankByNameAndTaxId(sent, candidates) : rankByModel(candidates, answer);
  const [best] = compared.toSorted((a, b) => b.confidence - a.confidence || (a.company.id < b.company.id ? -1 : 1));
  if (best && best.confidence >= matchThreshold) {
    return { match: best, nearest: best.confidence, reasoning: best.reasoning };
  }
  const nearest = best?.confidence ?? 0;
  const how =
    best === undefined
      ? 'no company is like it'
      : `the nearest, ${best.company.id}, is not near enough: ${best.reasoning}`;
  return { match: null, nearest, reasoning: how };
}

function exactMatch(sent: CompanyIdentity, candidates: readonly StoredCompany[]): CompanyMatch | null {
  const folded = sent.externalId === null ? null : foldCase(sent.externalId);
  const sameExternalId = ({ externalId }: CompanyIdentity): boolean =>
    folded !== null && externalId !== null && foldCase(externalId) === folded;
  const sameTaxId = ({ normalizedTaxId }: CompanyIdentity): boolean =>
    normalizedTaxId !== null && normalizedTaxId === sent.normalizedTaxId;
  // Of several external ids that differ in capitals alone, the one that is spelled as it was sent.
  const spelledAlike = candidates.find(({ externalId }) => externalId !== null && externalId === sent.externalId);
  const company = spelledAlike ?? candidates.find(sameExternalId) ?? candidates.find(sameTaxId);
  if (company === undefined) return null;
  const [externalId, taxId] = [sameExternalId(company), sameTaxId(company)];
  if (externalId && taxId) return toExactMatch(company, exactConfidence.both, 'same external id and tax id');
  if (externalId) {
    const contradicted = company.normalizedTaxId !== null && sent.normalizedTaxId !== null;
    if (!contradicted) return toExactMatch(company, exactConfidence.one, 'same external id');
    return toExactMatch(company, exactConfidence.contradicted, 'same external id, but another tax id');
  }
  return toExactMatch(company, exactConfidence.one, 'same tax id');
}

const foldCase = (text: string): string => text.toLowerCase();

const toExactMatch = (company: StoredCompany, confidence: number, what: string): CompanyMatch => ({
  company,
  confidence,
  reasoning: `exact match: ${what}`,
});

function rankByNameAndTaxId(sent: CompanyIdentity, candidates: readonly StoredCompany[]): readonly CompanyMatch[] {
  const name = parseName(sent.name);
  return candidates.map((company) => {
    const likeness = compareNames(name, parseName(company.name));
    const names = `names are ${percent(likeness)} alike`;
    if (sent.normalizedTaxId === null || company.normalizedTaxId === null) {
      return { company, confidence: rounded(likeness), reasoning: `fuzzy match: ${names}; no tax ids to compare` };
    }
    const taxIds = taxIdSimilarity(sent.normalizedTaxId, company.normalizedTaxId);
    return {
      company,
      confidence: rounded(nameWeight * likeness + taxIdWeight * taxIds),
      reasoning: `fuzzy match: ${names}, tax ids ${percent(taxIds)}`,
    };
  });
}

const rankByModel = (
  candidates: readonly StoredCompany[],
  { model, similarities }: ModelSimilarities,
): readonly CompanyMatch[] =>
  candidates.map((company, index) => {
    const similarity = rounded(similarities[index] ?? 0);
    const reasoning = `text similarity of the names by ${model}: ${percent(similarity)}`;
    return { company, confidence: similarity, reasoning };
  });

/** One wrong digit of a tax id is a slip; two different numbers agree in a third of their digits by chance. */
const taxIdSimilarity = (a: string, b: string): number => 1 - editDistance(a, b) / Math.max(a.length, b.length);

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000;
