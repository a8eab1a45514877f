/** How a conjunction or disjunction is laid out: `a and b`, or `all { a, b }`. A hint for printers; it never changes what a rule means. */
export type GroupStyle = 'chain' | 'block';
