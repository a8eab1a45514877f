import { unknown } from '@tamis/lang';
import type { DeriveField } from './derived-values.js';
import { row, types, type FieldRow } from './field-builder.js';
import { found, foundRecords } from './found-rows.js';
import { screened } from './screened-field.js';

const least = ['sanctionedPercent'];
const most = ['sanctionedPercentMost'];

/** A rule about half of a company is unknown if the actual share may be above or below half. */
const sanctionedPercent: DeriveField = (owner) => {
  const { reads, value } = screened(least, 0, types.number)(owner);
  return {
    reads: [...reads, most],
    value: (read, environment) => {
      const known = value(read, environment);
      const possible = read(most);
      if (typeof known !== 'number' || typeof possible !== 'number' || known >= 50 || possible < 50) return known;
      const path = [...owner, ...least].join('.');
      return unknown({ cause: 'out_of_domain', path, detail: `from ${known} to ${possible}` });
    },
  };
};

/** Owners of a company, below `ownership`. Unknown rather than empty as long as no owners are known. Percentages refer to the company. */
export const ownershipRows: readonly FieldRow[] = [
  foundRecords('beneficialOwners', 'who owns a large enough share in the end'),
  found('knownPercent', types.number, 'known to end in people, at least'),
  found('layers', types.number, 'companies between it and its farthest owner, and the owner'),
  found('hasCycle', types.bool, 'companies own each other'),
  found('countries', types.codes, 'countries of all owners'),
  found('asOf', types.datetime, 'since when this is so'),
  found('approximate', types.bool, 'bounds are wider than they could be'),
  row('sanctionedPercent', types.number, 'what sanctioned owners hold together, at least', {
    derived: sanctionedPercent,
  }),
  found('sanctionedPercentMost', types.number, 'what they may hold, at most'),
];
