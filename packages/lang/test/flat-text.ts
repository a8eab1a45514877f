/** Returns a source on one line. */
export const flatText = (source: string): string => source.replace(/\s+/g, ' ').trim();
