/** The members of a patch that say something: undefined ones leave a member as it is. */
export const definedMembers = <T extends object>(patch: {
  readonly [K in keyof T]?: T[K] | null | undefined;
}): Partial<T> =>
  Object.fromEntries(Object.entries<unknown>(patch).filter(([, value]) => value !== undefined)) as Partial<T>;
