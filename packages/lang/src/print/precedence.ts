/** Precedence of expressions, from lowest to highest. Language manual 1.6. */
export const precedence = {
  or: 0,
  and: 1,
  not: 2,
  comparison: 3,
  otherwise: 4,
  sum: 5,
  product: 6,
  unary: 7,
  conversion: 8,
  primary: 9,
} as const;

/** Text with the precedence of its outermost operator. */
export interface Printed {
  readonly text: string;
  readonly level: number;
}

export const primary = (text: string): Printed => ({ text, level: precedence.primary });

/** Adds parentheses if the precedence is lower than required in this position. */
export const atLeast = (level: number, { text, level: own }: Printed): string => (own < level ? `(${text})` : text);
