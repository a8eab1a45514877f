interface ParameterRows {
  /** Number of the first parameter. */
  readonly first: number;
  readonly rows: number;
  /** Of each row. */
  readonly columns: number;
  /** SQL of values that each row begins with. */
  readonly before?: readonly string[];
}

/** SQL: the rows behind VALUES, `($1, $2), ($3, $4)`, all of them parameters, one row after the other. */
export const parameterRows = ({ first, rows, columns, before = [] }: ParameterRows): string =>
  Array.from({ length: rows }, (_, row) => {
    const places = Array.from({ length: columns }, (_each, column) => `$${first + row * columns + column}`);
    return `(${[...before, ...places].join(', ')})`;
  }).join(', ');
