import type { IOrAlt } from 'chevrotain';

/** The alternatives of a production, for frequently used productions: created once for the parser instead of on every use. */
export type Alternatives = IOrAlt<unknown>[];
