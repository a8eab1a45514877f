export { seededRandom } from '@tamis/stdx';

export const pick = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

/** Picks small indexes much more often, similar to categories in payments. */
export const pickSkewed = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() ** 2.2 * items.length)] as T;
