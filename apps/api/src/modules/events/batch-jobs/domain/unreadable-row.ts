/** Field of a file row that says why the row could not be read. Readable rows do not have it. */
export const unreadableMarker = '$unreadable';

/** Returns the JSON text for a file row that could not be read, so that it is reported like a record that cannot be stored. */
export const unreadableRow = (why: string, externalId: string | null): string =>
  JSON.stringify({ ...(externalId !== null && { externalId }), [unreadableMarker]: why });
