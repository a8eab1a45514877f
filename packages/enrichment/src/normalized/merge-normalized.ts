import { canonicalJson, type JsonValue, parseDate } from '@tamis/stdx';
import { nameSimilarity } from '@tamis/screening';

import { type DataQuality, qualityOf } from './data-quality.js';
import { fieldsEnriched, isEmpty } from './fields-enriched.js';
import { mergeList, type SourceList } from './merge-list.js';
import type { NormalizedPart, NormalizedPath, Reliability } from './normalized.js';
import { normalizedFields } from './normalized-fields.js';

/** One delivered result of an entity. Failures are no results: they take nothing away. */
export interface SourceResult {
  readonly integrationCode: string;
  readonly enrichmentId: string;
  /** ISO 8601, in UTC. */
  readonly fetchedAt: string;
  readonly confidence: number;
  readonly reliability: Reliability;
  readonly provides: readonly NormalizedPath[];
  readonly part: NormalizedPart;
}

export interface MergeContext {
  /** When freshness is measured, ISO 8601; the newest result where it is absent, so that equal results merge to equal rows. */
  readonly asOf?: string;
  /** What the entity says of itself: sources that contradict it lower the consistency, and never overwrite it. */
  readonly own?: { readonly name?: string | null; readonly dateOfBirth?: string | null };
}

export interface MergedNormalized {
  readonly normalized: NormalizedPart;
  /** The code of the source that each path is from; of a merged list, of its first source. */
  readonly fieldSources: Readonly<Record<NormalizedPath, string>>;
  readonly dataQuality: DataQuality;
}

const fields = Object.entries(normalizedFields);
/** Those that two sources may tell the same of. */
const singleFields = fields.flatMap(([name, kind]) => (kind === 'texts' || kind === 'records' ? [] : [name]));

/** Fields that mean nothing without another one, and come from its source. */
const bound: Readonly<Record<string, string>> = { shareCapitalCurrency: 'shareCapital' };

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Instants in one form: in UTC, to the millisecond. */
const instantOf = ({ fetchedAt }: SourceResult): number => Date.parse(fetchedAt);

/** The source that wins comes first: the surer, then the newer, then by code, so that no two are equal. */
const byPrecedence = (a: SourceResult, b: SourceResult): number =>
  b.confidence - a.confidence || instantOf(b) - instantOf(a) || compareTexts(a.integrationCode, b.integrationCode);

/** Of each source its newest result, in order of precedence, whatever order they arrived in. */
function latestOf(results: readonly SourceResult[]): readonly SourceResult[] {
  const latest = new Map<string, SourceResult>();
  for (const result of results) {
    const known = latest.get(result.integrationCode);
    const isNewer =
      known === undefined ||
      (instantOf(result) - instantOf(known) || compareTexts(result.enrichmentId, known.enrichmentId)) > 0;
    if (isNewer) latest.set(result.integrationCode, result);
  }
  return [...latest.values()].sort(byPrecedence);
}

/** Merges the results of an entity to the row that rules read. The outcome depends on the set of results alone. */
export function mergeNormalized(results: readonly SourceResult[], context: MergeContext = {}): MergedNormalized {
  const sources = latestOf(results);
  const normalized: Record<string, unknown> = {};
  const fieldSources: Record<NormalizedPath, string> = {};
  for (const [name, kind] of fields) {
    // Most fields are told by nobody.
    if (!sources.some(({ part }) => part[name] !== undefined)) continue;
    const telling = sources.filter(({ part }) => !isEmpty(part[name]));
    const winner = winnerOf(name, telling, fieldSources);
    if (winner === undefined) continue;
    normalized[name] =
      kind === 'texts' || kind === 'records'
        ? mergeList(telling.map(({ integrationCode, part }): SourceList => ({ integrationCode, list: part[name] })))
        : winner.part[name];
    for (const path of fieldsEnriched({ [name]: normalized[name] })) fieldSources[path] = winner.integrationCode;
  }
  const winners = sources.filter(({ integrationCode }) => Object.values(fieldSources).includes(integrationCode));
  const provided = [...new Set(sources.flatMap(({ provides }) => provides))];
  const filled = new Set(Object.keys(fieldSources));
  return {
    normalized,
    fieldSources,
    dataQuality: qualityOf({
      winners,
      provided: provided.length,
      filled: provided.filter((path) => filled.has(path)).length,
      asOf: context.asOf ?? null,
      ...agreementOf(sources, context.own ?? {}),
    }),
  };
}

/** Of a bound field the source of the other one wins, or nobody. */
function winnerOf(
  name: string,
  telling: readonly SourceResult[],
  fieldSources: Readonly<Record<NormalizedPath, string>>,
): SourceResult | undefined {
  const other = bound[name] === undefined ? undefined : fieldSources[bound[name]];
  return other === undefined ? telling[0] : telling.find(({ integrationCode }) => integrationCode === other);
}

const sameText = (value: unknown): string =>
  typeof value === 'string' ? value.trim().toLowerCase() : canonicalJson(value as JsonValue);

/** Names are told apart from here on. */
const otherNameBelow = 0.6;

interface Agreement {
  readonly compared: number;
  readonly agreed: number;
}

/** How many fields can be compared, with another source or with the entity itself, and in how many two tell the same. */
function agreementOf(sources: readonly SourceResult[], own: NonNullable<MergeContext['own']>): Agreement {
  // One source alone agrees with nobody.
  const between = (sources.length < 2 ? [] : singleFields).flatMap((name) => {
    const values = sources.map(({ part }) => part[name]).filter((value) => !isEmpty(value));
    return values.length < 2 ? [] : [new Set(values.map(sameText)).size < values.length];
  });
  const withEntity = sources.flatMap(({ part }) => [
    ...[part['legalName'], part['fullName']].flatMap((name) =>
      typeof name === 'string' && own.name ? [nameSimilarity(name, own.name) >= otherNameBelow] : [],
    ),
    ...[part['dateOfBirth']].flatMap((day) =>
      typeof day === 'string' && parseDate(day) !== null && own.dateOfBirth ? [day === own.dateOfBirth] : [],
    ),
  ]);
  const comparisons = [...between, ...withEntity];
  return { compared: comparisons.length, agreed: comparisons.filter(Boolean).length };
}
