import { isEmpty } from '../normalized/fields-enriched.js';

type Compact<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** An object without the members that tell nothing. */
export const compact = <T extends object>(members: T): Compact<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value))) as Compact<T>;
