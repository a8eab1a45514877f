/**
 * Maximum rows matched by link and window of a c4 aggregate, before `where`; with more rows, the aggregate is unknown (`too_many_rows`).
 */
export const maxWindowRows = 10_000;

/** Maximum elements of a list of the subject that an aggregate may read. */
export const maxListElements = 10_000;

/** Maximum code points of a formatted message; longer messages are cut and end in `…`. */
export const maxMessageCodePoints = 500;

/** Maximum list elements shown in a message. */
export const maxListItemsShown = 5;

/** Maximum parts of a rule shown in a trace; it is cut below that. */
export const maxTraceNodes = 2_000;

/** Maximum records, look-ups and rates that a trace shows for one part, the newest ones. */
export const maxTraceRows = 20;

/** Maximum evaluations of one what-if search. */
export const maxWhatIfRuns = 2_000;
