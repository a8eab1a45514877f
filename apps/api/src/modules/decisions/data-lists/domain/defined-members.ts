/** Returns the fields of a patch that have a value. `undefined` leaves a field unchanged. */
export const definedMembers = <T extends object>(patch: {
  readonly [K in keyof T]?: T[K] | null | undefined;
}): Partial<T> =>
  Object.fromEntries(Object.entries<unknown>(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
