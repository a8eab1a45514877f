import type { IOrAlt } from 'chevrotain';

/** What a production chooses from, where it does so often: made once for the parser instead of each time it is read. */
export type Alternatives = IOrAlt<unknown>[];
