/** A path inside the normalized row that rules read, such as `legalName`, `address.city` or `shareholders`. */
export type NormalizedPath = string;

/**
 * The data of one source, under the field names of the normalized row. Empty values are left out. Fields that the normalized row does not
 * have, such as `emailChecks`, are kept with the integration (`enrichment["code"]` in rules) and are not merged.
 */
export type NormalizedPart = Readonly<Record<string, unknown>>;

/** The kind of authority behind a source. */
export type Reliability = 'official' | 'licensed' | 'community';
