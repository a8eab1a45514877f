/** Rows matched by link and window of a c4 aggregate, before `where`; beyond, the aggregate is unknown (`too_many_rows`). */
export const maxWindowRows = 10_000;

/** Elements of a list on the subject an aggregate may look at. */
export const maxListElements = 10_000;

/** Code points of a formatted message; longer ones are cut and end in `…`. */
export const maxMessageCodePoints = 500;

/** Elements of a list a message shows. */
export const maxListItemsShown = 5;

/** Parts of a rule a trace shows; below, it is cut. */
export const maxTraceNodes = 2_000;

/** Records, lookups and rates a trace shows for one part, the newest ones. */
export const maxTraceRows = 20;

/** Runs one question for a smaller change may take. */
export const maxWhatIfRuns = 2_000;
