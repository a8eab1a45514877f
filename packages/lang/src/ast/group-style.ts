/** Layout of a conjunction or disjunction: `a and b`, or `all { a, b }`. A hint for printers that never changes the meaning of a rule. */
export type GroupStyle = 'chain' | 'block';
