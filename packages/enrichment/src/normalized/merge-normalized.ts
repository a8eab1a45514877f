import { canonicalJson, type JsonValue, parseDate } from '@tamis/stdx';
import { nameSimilarity } from '@tamis/screening';

import { type DataQuality, qualityOf } from './data-quality.js';
import { fieldsEnriched, isEmpty } from './fields-enriched.js';
import { mergeList, type SourceList } from './merge-list.js';
import type { NormalizedPart, NormalizedPath, Reliability } from './normalized.js';
import { normalizedFields } from './normalized-fields.js';

/** One delivered result for an entity. Failures are not results: they remove nothing. */
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
  /**
   * Time at which freshness is measured, ISO 8601. If absent, the time of the newest result is used, so that equal results merge to equal
   * rows.
   */
  readonly asOf?: string;
  /** The entity's own values. Sources that contradict them lower the consistency and never overwrite them. */
  readonly own?: { readonly name?: string | null; readonly dateOfBirth?: string | null };
}

export interface MergedNormalized {
  readonly normalized: NormalizedPart;
  /** Code of the source that supplied each path; for a merged list, of its first source. */
  readonly fieldSources: Readonly<Record<NormalizedPath, string>>;
  readonly dataQuality: DataQuality;
}

const fields = Object.entries(normalizedFields);
/** Fields with a single value, on which two sources can agree. */
const singleFields = fields.flatMap(([name, kind]) => (kind === 'texts' || kind === 'records' ? [] : [name]));

/** Fields that are meaningless without another field and must come from the same source. */
const bound: Readonly<Record<string, string>> = { shareCapitalCurrency: 'shareCapital' };

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares timestamps in one form: in UTC, to the millisecond. */
const instantOf = ({ fetchedAt }: SourceResult): number => Date.parse(fetchedAt);

/** Sorts the winning source first: higher confidence, then newer, then by code, so that no two sources tie. */
const byPrecedence = (a: SourceResult, b: SourceResult): number =>
  b.confidence - a.confidence || instantOf(b) - instantOf(a) || compareTexts(a.integrationCode, b.integrationCode);

/** Returns the newest result of each source, in order of precedence and regardless of the order of arrival. */
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

/** Merges the results of an entity into the row that rules read. The outcome depends only on the set of results. */
export function mergeNormalized(results: readonly SourceResult[], context: MergeContext = {}): MergedNormalized {
  const sources = latestOf(results);
  const normalized: Record<string, unknown> = {};
  const fieldSources: Record<NormalizedPath, string> = {};
  for (const [name, kind] of fields) {
    // Skips early, since no source supplies most of the fields.
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

/** Returns the source that wins a field. A bound field is taken only from the source of the field it belongs to, if that field is set. */
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

/** Names with a similarity below this count as different. */
const otherNameBelow = 0.6;

interface Agreement {
  readonly compared: number;
  readonly agreed: number;
}

/** Counts the fields that can be compared, with another source or with the entity itself, and those on which at least two values agree. */
function agreementOf(sources: readonly SourceResult[], own: NonNullable<MergeContext['own']>): Agreement {
  // A single source has nothing to be compared with.
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
