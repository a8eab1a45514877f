/**
 * Collects the conditions of a WHERE clause with their values, so that no value ever stands in SQL text. The organization comes
 * first and cannot be left out.
 */
export class SqlConditions {
  readonly values: unknown[];
  private readonly clauses: string[];

  constructor(organizationId: string, column = 'organization_id') {
    this.values = [organizationId];
    this.clauses = [`${column} = $1`];
  }

  /** Adds a condition; every `?` in it stands for `value`. An undefined value adds nothing. */
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

  /** Adds a value that is no condition (a limit, a position) and returns its place, `$n`. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get where(): string {
    return this.clauses.join(' and ');
  }
}

/** Escapes what LIKE reads as a wildcard, and looks anywhere in the text. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** SQL: a text without marks, as `foldText` has it; `ilike` minds no case. ASCII has none, and most texts are. */
export const foldedSql = (column: string): string =>
  `case when octet_length(${column}) = length(${column}) then ${column}
    else regexp_replace(normalize(${column}, NFD), '[\\u0300-\\u036f]', '', 'g') end`;

/** SQL: one of the columns contains the text of `searchPattern`, whatever the case and the marks of letters. */
export const searchSql = (...columns: readonly string[]): string =>
  columns.map((column) => `${foldedSql(column)} ilike ?`).join(' or ');

export const searchPattern = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : containsPattern(text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''));
