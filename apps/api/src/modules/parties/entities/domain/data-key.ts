import type { EntityType } from './entity-enumerations.js';

/** Returns the field of `entityData` that holds the data of a type: `payment_method` has `paymentMethod`. */
export const dataKey = (type: EntityType): string =>
  type.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
