import type { FoldField, FoldNumber, FoldRequest, FoldTest, FoldWanted, WindowRequest } from '@tamis/engine';

import type { PlainColumn, RecordTable } from '../domain/record-table.js';
import { Statement } from './statement.js';

/** Something the columns of a table cannot say. */
class NotFoldable extends Error {}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Writes tests and totals as SQL that means the same: absence is null, and the logic of the database is Kleene's. */
class FoldWriter {
  /** Conditions on a record of which the database would say something else than the rules. */
  readonly odd = new Set<string>();

  /** `known`: places of texts. */
  constructor(
    private readonly table: RecordTable,
    private readonly statement: Statement,
    private readonly known: Map<string, string>,
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
    const writer = new FoldWriter(table, statement, new Map());
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

/** SQL of what one fold is made of. */
interface FoldCounts {
  /** Aggregates over all records that are looked at. */
  readonly rows: string;
  readonly known: string;
  readonly matching: string;
  readonly count: string;
  /** What is read of a record. Null: nothing. */
  readonly value: string | null;
  /** What must hold of a record for its value to count. */
  readonly held: readonly string[];
}

const filterSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` filter (where ${conditions.join(' and ')})`;

/** `inStretch`: what holds of the records that are meant; null: all are. */
function countsSql({ where, wanted }: FoldRequest, writer: FoldWriter, inStretch: string | null): FoldCounts {
  const meant = inStretch === null ? [] : [inStretch];
  const matches = where && writer.test(where);
  const held = matches === null ? meant : [...meant, matches];
  const rows = `count(*)${filterSql(meant)}`;
  const known = matches === null ? rows : `count(*)${filterSql([...meant, `${matches} is not null`])}`;
  const matching = `count(*)${filterSql(held)}`;
  const value = valueSql(wanted, writer);
  return { rows, known, matching, count: value === null ? matching : `count(${value})${filterSql(held)}`, value, held };
}

function valueSql(wanted: FoldWanted, writer: FoldWriter): string | null {
  if (wanted.kind === 'counts') return null;
  return wanted.kind === 'distinct' ? writer.distinct(wanted.field) : writer.number(wanted.number);
}

/** Of a number: the aggregate, and what makes one of the aggregates of parts. */
const numberAggregates = { sum: 'sum', least: 'min', greatest: 'max' } as const;

function totalSql(fold: FoldRequest, context: FoldContext): string {
  const { wanted } = fold;
  const { rows, known, matching, count, value, held } = countsSql(fold, context.writer, stretchSql(fold, context));
  const parts = (found: string): string => `json_build_array(${rows}, ${known}, ${matching}, ${count}, ${found})::text`;
  if (value === null || wanted.kind === 'counts') return parts('null');
  if (wanted.kind !== 'distinct') return parts(`(${numberAggregates[wanted.kind]}(${value})${filterSql(held)})::text`);
  // By itself: beside other aggregates the database would sort all records of the window for it.
  const conditions = [...held, `${value} is not null`].join(' and ');
  return parts(`(select json_agg(distinct ${value}) from ${context.from} where ${conditions})`);
}

/** How one fold is computed in parts, each of other records, and put together from them. */
export interface PartSql {
  /** Aggregates over the records of one part, in the order of `partColumns`. */
  readonly columns: readonly string[];
  /** The value as JSON, over those rows of `parts`, of `partColumns`, that have one `fold`. Null: there is none. */
  readonly together: string | null;
}

/** `odd`: records of which the database would say something else than the rules. */
export const partColumns = ['row_count', 'known', 'matching', 'value_count', 'odd', 'number', 'items'] as const;

/** What a fold of several is written with. */
export interface PartContext {
  readonly table: RecordTable;
  readonly statement: Statement;
  /** Places of texts, the same for all folds: aggregates of one text are computed once. */
  readonly known: Map<string, string>;
  /** Condition under which different values are collected, which costs more than all else. */
  readonly isWanted: string;
}

/** Null: the table cannot compute it. */
export function partSql(fold: FoldRequest, { table, statement, known, isWanted }: PartContext): PartSql | null {
  return statement.attempt(() => {
    const writer = new FoldWriter(table, statement, known);
    try {
      return partOf(fold, writer, isWanted);
    } catch (error) {
      if (error instanceof NotFoldable) return null;
      throw error;
    }
  });
}

/** What is wanted of folds comes from the rule set, and is the same object for each run: so is whether it can be had. */
const foldable = new WeakMap<
  FoldRequest['wanted'],
  Pick<FoldRequest, 'where'> & { readonly table: RecordTable; readonly can: boolean }
>();

/** Can the database compute it? */
export function canFold(fold: FoldRequest, table: RecordTable): boolean {
  const { where, wanted } = fold;
  const found = foldable.get(wanted);
  if (found?.where === where && found.table === table) return found.can;
  const can = partSql(fold, { table, statement: new Statement(), known: new Map(), isWanted: 'true' }) !== null;
  foldable.set(wanted, { where, table, can });
  return can;
}

function partOf(fold: FoldRequest, writer: FoldWriter, isWanted: string): PartSql {
  const { kind } = fold.wanted;
  const { rows, known, matching, count, value, held } = countsSql(fold, writer, null);
  const odd = writer.odd.size === 0 ? '0' : `count(*) filter (where ${[...writer.odd].join(' or ')})`;
  const columns = (number: string, items: string) => [
    ...[rows, known, matching, count, `(${odd})::bigint`],
    `(${number})::numeric`,
    `(${items})::text[]`,
  ];
  if (value === null || kind === 'counts') return { columns: columns('null', 'null'), together: null };
  if (kind === 'distinct') {
    const wanted = filterSql([...held, `${value} is not null`, isWanted]);
    return {
      columns: columns('null', `array_agg(distinct ${value}::text)${wanted}`),
      together:
        '(select json_agg(distinct item) from parts each, unnest(each.items) item where each.fold = parts.fold)',
    };
  }
  const aggregate = numberAggregates[kind];
  return {
    columns: columns(`${aggregate}(${value})${filterSql(held)}`, 'null'),
    together: `to_json(${aggregate}(number)::text)`,
  };
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
