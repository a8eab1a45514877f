import { isEmpty } from '../normalized/fields-enriched.js';

type Compact<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns an object without its empty fields. */
export const compact = <T extends object>(members: T): Compact<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value))) as Compact<T>;
