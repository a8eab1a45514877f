import type { CompiledRuleSet, FactNeeds } from '@tamis/engine';

import type { EnrichmentNeeds } from '../../enrichment-data/index.js';

/** A path of the plan behind `enrichmentData`: an integration by name, or by name in brackets. */
const mappedPath = /(?:^|\.)enrichmentData\.mapped(?:\.(\w+)|\["([^"\\]+)"\])?/;
const normalizedPath = /(?:^|\.)enrichmentData\.normalized/;

/** What rules name of integrations, whichever entity it is of; null: nothing. */
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

/** What several sets name together. */
export function jointEnrichmentNeeds(sets: readonly Pick<CompiledRuleSet, 'factNeeds'>[]): EnrichmentNeeds | null {
  return enrichmentNeedsOf({ enrichment: sets.flatMap((set) => set.factNeeds().enrichment) });
}

/** What is kept of an entity of what was read about it. */
interface ReadEnrichment {
  readonly read?: { readonly codes?: readonly string[] | 'all'; readonly normalized?: boolean };
}

/** Whether what was read about an entity holds everything that is needed. */
export function isRead(enrichmentData: unknown, { codes, normalized }: EnrichmentNeeds): boolean {
  const { read } = (enrichmentData ?? {}) as ReadEnrichment;
  if (!read || (normalized && read.normalized !== true)) return false;
  if (read.codes === 'all') return true;
  return codes !== 'all' && codes.every((code) => read.codes?.includes(code));
}

/** What was read about an entity, with what was found of it since for more needs: what was read stays as it was. */
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
