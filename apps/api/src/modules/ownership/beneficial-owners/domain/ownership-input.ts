import type { OwnershipInput, Stake } from '@tamis/ownership';
import { parseDate } from '@tamis/stdx';

import type { OwningEdge, OwningEntity } from '../../../parties/relationships/index.js';

/**
 * Returns a share from 0 to 1 as a decimal percentage: doubles have 15 significant digits, and anything beyond them is a rounding error.
 */
const percentOfShare = (strength: number): string => percentText(Number((strength * 100).toPrecision(15)));

const percentText = (percent: number): string => percent.toFixed(12);

/** Returns the share band given by registers that only know bands: `{leastPercent: 25, mostPercent: 50}` in the metadata. */
function bandOf(metadata: string): { readonly least: number; readonly most: number } | null {
  const { leastPercent: least, mostPercent: most } = JSON.parse(metadata) as Readonly<Record<string, unknown>>;
  if (typeof least !== 'number' || typeof most !== 'number') return null;
  return least >= 0 && least <= most && most <= 100 ? { least, most } : null;
}

/** Returns the first day on which one of these shares no longer applies according to registers, or `null` if none ends. */
export function firstEnd(edges: readonly OwningEdge[]): string | null {
  const ends = edges.flatMap(({ metadata }) => {
    const { until } = JSON.parse(metadata) as Readonly<Record<string, unknown>>;
    return typeof until === 'string' && parseDate(until) !== null ? [until] : [];
  });
  return ends.sort()[0] ?? null;
}

function toStake({ owner, owned, strength, metadata }: OwningEdge): Stake {
  const band = strength === null ? bandOf(metadata) : null;
  if (band) return { owner, owned, leastPercent: percentText(band.least), mostPercent: percentText(band.most) };
  const percent = strength === null ? null : percentOfShare(strength);
  return { owner, owned, leastPercent: percent, mostPercent: percent };
}

/** Converts stored entities and relationships to an ownership graph. People and payment methods have no owners. */
export function ownershipInput(entities: readonly OwningEntity[], edges: readonly OwningEdge[]): OwnershipInput {
  const companies = new Set(entities.filter(({ type }) => type === 'company').map(({ id }) => id));
  return {
    entities: entities.map(({ id, type, countryCode }) => ({
      id,
      kind: type === 'company' ? 'company' : 'person',
      country: countryCode,
    })),
    stakes: edges.filter(({ owned }) => companies.has(owned)).map(toStake),
  };
}
