import type { FoldField, FoldNumber, FoldRequest, FoldTest, WindowRequest } from '@tamis/engine';

import type { PlainColumn, RecordTable } from '../domain/record-table.js';
import type { Statement } from './statement.js';

/** Something the columns of a table cannot say. */
class NotFoldable extends Error {}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Writes tests and totals as SQL that means the same: absence is null, and the logic of the database is Kleene's. */
class FoldWriter {
  /** Conditions on a record of which the database would say something else than the rules. */
  readonly odd = new Set<string>();

  constructor(
    private readonly table: RecordTable,
    private readonly statement: Statement,
  ) {}

  test(test: FoldTest): string {
    switch (test.kind) {
      case 'and':
      case 'or':
        return `(${test.items.map((item) => this.test(item)).join(` ${test.kind} `)})`;
      case 'not':
        return `(not ${this.test(test.item)})`;
      case 'present':
        return `(${this.plain(test.field.path).sql} is not null)`;
      case 'oneOf':
        return this.oneOf(test);
      case 'compare':
        return `(${this.number(test.number)} ${test.operator} ${this.statement.place(test.than)}::numeric)`;
    }
  }

  number({ path, currency }: FoldNumber): string {
    const { sql, as } = this.plain(path);
    if (as !== 'number') throw new NotFoldable();
    if (currency) this.odd.add(`${this.plain(currency.path).sql} is distinct from ${this.once(currency.code)}`);
    return sql;
  }

  /** A field whose values are told apart by their texts. */
  distinct(field: FoldField): string {
    const { sql, as } = this.plain(field.path);
    if (as !== 'uuid' && as !== 'text') throw new NotFoldable();
    this.requireText(field, sql);
    return sql;
  }

  private readonly known = new Map<string, string>();

  /** One place for a text that is compared again and again. */
  private once(text: string): string {
    const known = this.known.get(text) ?? `${this.statement.place(text)}::text`;
    this.known.set(text, known);
    return known;
  }

  private oneOf({ field, values }: Extract<FoldTest, { kind: 'oneOf' }>): string {
    const { sql, as } = this.plain(field.path);
    if (as === 'boolean') return this.among(sql, 'boolean', values.filter((value) => typeof value === 'boolean')); // prettier-ignore
    const texts = values.filter((value) => typeof value === 'string');
    if (as === 'uuid') return this.among(sql, 'uuid', texts.filter((text) => uuid.test(text))); // prettier-ignore
    if (as !== 'text') throw new NotFoldable();
    this.requireText(field, sql);
    return this.among(asCompared(field, sql), 'text', texts);
  }

  private among(sql: string, type: string, values: readonly unknown[]): string {
    // Of an absent value it is not even known that it is none of no values.
    if (values.length === 0) return `(${sql} is null and null)`;
    return `(${sql} = any(${this.statement.place(values)}::${type}[]))`;
  }

  /** What is not plain ASCII may be equal by rules the database does not know, and what is in no enumeration fails. */
  private requireText({ type }: FoldField, sql: string): void {
    if (type.kind === 'enum') this.odd.add(`${sql} <> all(${this.statement.place(type.values)}::text[])`);
    else if (type.kind !== 'entity') this.odd.add(`octet_length(${sql}) <> length(${sql})`);
    if (type.kind === 'country' || type.kind === 'currency') this.odd.add(`${sql} = ''`);
  }

  private plain(path: readonly string[]): PlainColumn {
    const column = this.table.plain[path.join('.')];
    if (!column) throw new NotFoldable();
    return column;
  }
}

function asCompared({ type }: FoldField, sql: string): string {
  if (type.kind === 'text' && type.collation === 'ci') return `lower(${sql} collate "C")`;
  return type.kind === 'country' || type.kind === 'currency' ? `upper(${sql} collate "C")` : sql;
}

/** The records of one window. */
export interface WindowRecords {
  readonly table: RecordTable;
  /** What stands after FROM, conditions included, with the alias `r`. */
  readonly from: string;
}

/**
 * JSON text `[odd, [rows, known, matching, count, number or values], …]` of the totals of a window, one for each of its folds; not
 * to be used where `odd` is not 0. Null: the table cannot compute one of them.
 */
export function totalsSql(
  folds: readonly FoldRequest[],
  { table, from }: WindowRecords,
  window: WindowRequest,
  statement: Statement,
): string | null {
  return statement.attempt(() => {
    const writer = new FoldWriter(table, statement);
    try {
      const totals = folds.map((fold) => totalSql(fold, { writer, table, from, window, statement }));
      const odd = writer.odd.size === 0 ? '0' : `count(*) filter (where ${[...writer.odd].join(' or ')})`;
      return `select '[' || ${[odd, ...totals].join(` || ',' || `)} || ']' from ${from}`;
    } catch (error) {
      if (error instanceof NotFoldable) return null;
      throw error;
    }
  });
}

interface FoldContext extends WindowRecords {
  readonly writer: FoldWriter;
  readonly window: WindowRequest;
  readonly statement: Statement;
}

function totalSql({ where, wanted, ...stretch }: FoldRequest, context: FoldContext): string {
  const { writer } = context;
  const inStretch = stretchSql(stretch, context);
  const matches = where && writer.test(where);
  const only = (...conditions: readonly (string | null)[]): string => {
    const held = conditions.filter((condition) => condition !== null);
    return held.length === 0 ? '' : ` filter (where ${held.join(' and ')})`;
  };
  const rows = `count(*)${only(inStretch)}`;
  const known = matches === null ? rows : `count(*)${only(inStretch, `${matches} is not null`)}`;
  const matching = matches === null ? rows : `count(*)${only(inStretch, matches)}`;
  const parts = (count: string, value: string): string =>
    `json_build_array(${rows}, ${known}, ${matching}, ${count}, ${value})::text`;
  if (wanted.kind === 'counts') return parts(matching, 'null');
  if (wanted.kind === 'distinct') {
    const value = writer.distinct(wanted.field);
    const held = [inStretch, matches, `${value} is not null`].filter((condition) => condition !== null);
    // By itself: beside other aggregates the database would sort all records of the window for it.
    const values = `(select json_agg(distinct ${value}) from ${context.from} where ${held.join(' and ')})`;
    return parts(`count(${value})${only(inStretch, matches)}`, values);
  }
  const value = writer.number(wanted.number);
  const counted = only(inStretch, matches);
  const name = { sum: 'sum', least: 'min', greatest: 'max' }[wanted.kind];
  return parts(`count(${value})${counted}`, `(${name}(${value})${counted})::text`);
}

/** Null: every record of the window is in the stretch. */
function stretchSql(
  { from, fromInclusive, to, toInclusive }: Omit<FoldRequest, 'id' | 'where' | 'wanted'>,
  { table: { time }, window, statement }: FoldContext,
): string | null {
  if (time === null) return null;
  const conditions: string[] = [];
  if (from !== null && (!fromInclusive || from !== window.from))
    conditions.push(`${time} ${fromInclusive ? '>=' : '>'} ${statement.place(new Date(from))}`);
  if (to !== window.to || toInclusive !== window.toInclusive)
    conditions.push(`${time} ${toInclusive ? '<=' : '<'} ${statement.place(new Date(to))}`);
  return conditions.length === 0 ? null : conditions.join(' and ');
}
