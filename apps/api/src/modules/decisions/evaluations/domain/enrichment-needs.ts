import type { CompiledRuleSet, FactNeeds } from '@tamis/engine';

import type { EnrichmentNeeds } from '../../enrichment-data/index.js';

/** Matches a path below `enrichmentData` in the plan: an integration by its name, plain or in brackets. */
const mappedPath = /(?:^|\.)enrichmentData\.mapped(?:\.(\w+)|\["([^"\\]+)"\])?/;
const normalizedPath = /(?:^|\.)enrichmentData\.normalized/;

/** Returns what rules read of integrations, for any entity; `null` if nothing. */
export function enrichmentNeedsOf({ enrichment }: Pick<FactNeeds, 'enrichment'>): EnrichmentNeeds | null {
  const found = enrichment.flatMap((path) => {
    const match = mappedPath.exec(path);
    return match ? [match[1] ?? match[2] ?? null] : [];
  });
  const normalized = enrichment.some((path) => normalizedPath.test(path));
  if (found.length === 0 && !normalized) return null;
  const codes = found.includes(null) ? 'all' : [...new Set(found as string[])].sort();
  return { codes, normalized };
}

/** Returns what several rule sets read together. */
export function jointEnrichmentNeeds(sets: readonly Pick<CompiledRuleSet, 'factNeeds'>[]): EnrichmentNeeds | null {
  return enrichmentNeedsOf({ enrichment: sets.flatMap((set) => set.factNeeds().enrichment) });
}

/** The part of an entity that records which enrichment data was read. */
interface ReadEnrichment {
  readonly read?: { readonly codes?: readonly string[] | 'all'; readonly normalized?: boolean };
}

/** Whether the enrichment data read for an entity covers everything that is required. */
export function isRead(enrichmentData: unknown, { codes, normalized }: EnrichmentNeeds): boolean {
  const { read } = (enrichmentData ?? {}) as ReadEnrichment;
  if (!read || (normalized && read.normalized !== true)) return false;
  if (read.codes === 'all') return true;
  return codes !== 'all' && codes.every((code) => read.codes?.includes(code));
}

/** Adds enrichment data that was read later for further requirements. What was read before stays unchanged. */
export function addRead(before: unknown, found: object): object {
  const { read, mapped, normalized } = (before ?? {}) as ReadEnrichment & { mapped?: object; normalized?: unknown };
  if (!read) return { ...found, ...(before as object | null) };
  const more = found as { readonly mapped: Readonly<Record<string, unknown>>; readonly normalized: unknown };
  const known = read.codes === 'all' ? Object.keys(more.mapped) : (read.codes ?? []);
  const added = Object.entries(more.mapped).filter(([code]) => !known.includes(code));
  return {
    ...found,
    mapped: { ...mapped, ...Object.fromEntries(added) },
    normalized: read.normalized === true ? normalized : more.normalized,
  };
}
