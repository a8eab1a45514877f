type Sent<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** The fields of a body that have a value: on a PATCH, absent and null both mean that a field stays as it is. */
export const sentFields = <T extends object>(body: T): Sent<T> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined)) as Sent<T>;
