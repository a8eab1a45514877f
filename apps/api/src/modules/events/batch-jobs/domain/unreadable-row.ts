/** The member of a row of a file that says why the row cannot be read; a row without it can. */
export const unreadableMarker = '$unreadable';

/** A row of a file that cannot be read, as JSON text: it is told of like a payment that cannot be stored. */
export const unreadableRow = (why: string, externalId: string | null): string =>
  JSON.stringify({ ...(externalId !== null && { externalId }), [unreadableMarker]: why });
