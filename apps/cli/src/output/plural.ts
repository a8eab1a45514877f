import { grouped } from './grouped.js';

/** Formats a count: `1 rule`, `2 rules`, `10,000 rules`. */
export const plural = (count: number, word: string): string => `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
