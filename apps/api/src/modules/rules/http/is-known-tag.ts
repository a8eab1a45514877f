/** Whether an `If-None-Match` header names a tag. A weak form of it counts: caches on the way may have weakened it. */
export const isKnownTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((given) => {
    const tag = given.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
