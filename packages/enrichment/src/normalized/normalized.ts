/** A path below the normalized row that rules read, as `legalName`, `address.city` or `shareholders`. */
export type NormalizedPath = string;

/**
 * What one source tells, by the names of the normalized row. Empty values are left out. Members that the normalized row does not
 * have, as `emailChecks`, are kept with the integration (`enrichment["code"]` in rules) and are not merged.
 */
export type NormalizedPart = Readonly<Record<string, unknown>>;

/** Whose word a source is. */
export type Reliability = 'official' | 'licensed' | 'community';
