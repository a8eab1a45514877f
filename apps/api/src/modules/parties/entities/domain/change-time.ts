/**
 * Returns the time of a change of a locked row. It may have waited for a change that began later; the time is never before that of the last
 * change, since receivers tell by it which of two states is the newer one.
 */
export const changeTime = (now: Date, { updatedAt }: { readonly updatedAt: Date }): Date =>
  updatedAt > now ? updatedAt : now;
