/** Rows matched by link and window of a c4 aggregate, before `where`; beyond, the aggregate is unknown (`too_many_rows`). */
export const maxWindowRows = 10_000;

/** Elements of a list on the subject an aggregate may look at. */
export const maxListElements = 10_000;

/** Code points of a formatted message; longer ones are cut and end in `…`. */
export const maxMessageCodePoints = 500;

/** Elements of a list a message shows. */
export const maxListItemsShown = 5;
