/**
 * Collects the conditions of a WHERE clause with their values, so that SQL text never contains a value. The organization comes first and
 * cannot be left out.
 */
export class SqlConditions {
  readonly values: unknown[];
  private readonly clauses: string[];

  constructor(
    readonly organizationId: string,
    column = 'organization_id',
  ) {
    this.values = [organizationId];
    this.clauses = [`${column} = $1`];
  }

  /** Adds a condition, in which every `?` stands for `value`. Does nothing if the value is undefined. */
  add(condition: string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.clauses.push(`(${condition.replaceAll('?', `$${this.values.length}`)})`);
    return this;
  }

  /** Adds a condition without a value. */
  addRaw(condition: string): this {
    this.clauses.push(`(${condition})`);
    return this;
  }

  /** Adds a value that is not part of a condition (a limit, a position) and returns its placeholder, `$n`. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get where(): string {
    return this.clauses.join(' and ');
  }
}

/** Returns a LIKE pattern that finds the text anywhere, with wildcard characters escaped. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** SQL: a text without diacritics, like `foldText`; `ilike` takes care of case. ASCII text, which is the most common, is used as it is. */
export const foldedSql = (column: string): string =>
  `case when octet_length(${column}) = length(${column}) then ${column}
    else regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036f]', '', 'g') end`;

/** SQL: one of the columns contains the text of `searchPattern`, ignoring case and diacritics. */
export const searchSql = (...columns: readonly string[]): string =>
  columns.map((column) => `${foldedSql(column)} ilike ?`).join(' or ');

export const searchPattern = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : containsPattern(text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''));
