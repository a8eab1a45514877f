import type { FoldField, FoldNumber, FoldRequest, FoldTest, FoldOutput, WindowRequest } from '@tamis/engine';

import type { PlainColumn, RecordTable } from '../domain/record-table.js';
import { Statement } from './statement.js';

/** The columns of a table cannot express the fold. */
class UnsupportedFoldError extends Error {}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Builds SQL for conditions and totals with the semantics of the rules language: absence is null, and SQL also uses Kleene logic. */
class FoldSqlBuilder {
  /** SQL conditions for records on which the database and the rules language would disagree. */
  readonly divergent = new Set<string>();

  /** `textParameters`: placeholders of texts that are already bound. */
  constructor(
    private readonly table: RecordTable,
    private readonly statement: Statement,
    private readonly textParameters: Map<string, string>,
  ) {}

  testSql(test: FoldTest): string {
    switch (test.kind) {
      case 'and':
      case 'or':
        return `(${test.items.map((item) => this.testSql(item)).join(` ${test.kind} `)})`;
      case 'not':
        return `(not ${this.testSql(test.item)})`;
      case 'present':
        return `(${this.plainColumn(test.field.path).sql} is not null)`;
      case 'oneOf':
        return this.oneOfSql(test);
      case 'compare':
        return `(${this.numberSql(test.number)} ${test.operator} ${this.statement.bind(test.than)}::numeric)`;
    }
  }

  numberSql({ path, currency }: FoldNumber): string {
    const { sql, as } = this.plainColumn(path);
    if (as !== 'number') throw new UnsupportedFoldError();
    if (currency)
      this.divergent.add(`${this.plainColumn(currency.path).sql} is distinct from ${this.bindText(currency.code)}`);
    return sql;
  }

  /** Returns SQL for a field whose values are distinguished by their texts. */
  distinctSql(field: FoldField): string {
    const { sql, as } = this.plainColumn(field.path);
    if (as !== 'uuid' && as !== 'text') throw new UnsupportedFoldError();
    this.checkText(field, sql);
    return sql;
  }

  /** Binds a text only once if it is compared repeatedly. */
  private bindText(text: string): string {
    const known = this.textParameters.get(text) ?? `${this.statement.bind(text)}::text`;
    this.textParameters.set(text, known);
    return known;
  }

  private oneOfSql({ field, values }: Extract<FoldTest, { kind: 'oneOf' }>): string {
    const { sql, as } = this.plainColumn(field.path);
    if (as === 'boolean') return this.equalsAnySql(sql, 'boolean', values.filter((value) => typeof value === 'boolean')); // prettier-ignore
    const texts = values.filter((value) => typeof value === 'string');
    if (as === 'uuid') return this.equalsAnySql(sql, 'uuid', texts.filter((text) => uuid.test(text))); // prettier-ignore
    if (as !== 'text') throw new UnsupportedFoldError();
    this.checkText(field, sql);
    return this.equalsAnySql(collatedSql(field, sql), 'text', texts);
  }

  private equalsAnySql(sql: string, type: string, values: readonly unknown[]): string {
    // For an absent value, membership is unknown even in an empty set.
    if (values.length === 0) return `(${sql} is null and null)`;
    return `(${sql} = any(${this.statement.bind(values)}::${type}[]))`;
  }

  /**
   * Text other than plain ASCII may be equal by rules that the database does not know, and a value outside of its enumeration is an error
   * in rules.
   */
  private checkText({ type }: FoldField, sql: string): void {
    if (type.kind === 'enum') this.divergent.add(`${sql} <> all(${this.statement.bind(type.values)}::text[])`);
    else if (type.kind !== 'entity') this.divergent.add(`octet_length(${sql}) <> length(${sql})`);
    if (type.kind === 'country' || type.kind === 'currency') this.divergent.add(`${sql} = ''`);
  }

  private plainColumn(path: readonly string[]): PlainColumn {
    const column = this.table.plain[path.join('.')];
    if (!column) throw new UnsupportedFoldError();
    return column;
  }
}

function collatedSql({ type }: FoldField, sql: string): string {
  if (type.kind === 'text' && type.collation === 'ci') return `lower(${sql} collate "C")`;
  return type.kind === 'country' || type.kind === 'currency' ? `upper(${sql} collate "C")` : sql;
}

/** The records of one window. */
export interface WindowRecords {
  readonly table: RecordTable;
  /** The FROM clause including conditions, with the alias `r`. */
  readonly from: string;
}

/**
 * Returns SQL for the totals of a window, one per fold, as JSON text `[odd, [rows, known, matching, count, number or values], …]`. They
 * must not be used if `odd` is not 0. Returns `null` if the table cannot compute one of them.
 */
export function totalsSql(
  folds: readonly FoldRequest[],
  { table, from }: WindowRecords,
  window: WindowRequest,
  statement: Statement,
): string | null {
  return statement.attempt(() => {
    const writer = new FoldSqlBuilder(table, statement, new Map());
    try {
      const totals = folds.map((fold) => totalSql(fold, { writer, table, from, window, statement }));
      const odd = writer.divergent.size === 0 ? '0' : `count(*) filter (where ${[...writer.divergent].join(' or ')})`;
      return `select '[' || ${[odd, ...totals].join(` || ',' || `)} || ']' from ${from}`;
    } catch (error) {
      if (error instanceof UnsupportedFoldError) return null;
      throw error;
    }
  });
}

interface FoldContext extends WindowRecords {
  readonly writer: FoldSqlBuilder;
  readonly window: WindowRequest;
  readonly statement: Statement;
}

/** SQL expressions that make up one fold. */
interface FoldCounts {
  /** Aggregates over all records considered. */
  readonly rows: string;
  readonly known: string;
  readonly matching: string;
  readonly count: string;
  /** The value read from a record; `null` if none is read. */
  readonly value: string | null;
  /** Conditions under which the value of a record counts. */
  readonly conditions: readonly string[];
}

const filterSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : ` filter (where ${conditions.join(' and ')})`;

/** `inStretch` is the condition for records in the relevant period; `null` if all are relevant. */
function countsSql({ where, wanted }: FoldRequest, writer: FoldSqlBuilder, inStretch: string | null): FoldCounts {
  const meant = inStretch === null ? [] : [inStretch];
  const matches = where && writer.testSql(where);
  const held = matches === null ? meant : [...meant, matches];
  const rows = `count(*)${filterSql(meant)}`;
  const known = matches === null ? rows : `count(*)${filterSql([...meant, `${matches} is not null`])}`;
  const matching = `count(*)${filterSql(held)}`;
  const value = valueSql(wanted, writer);
  return {
    rows,
    known,
    matching,
    count: value === null ? matching : `count(${value})${filterSql(held)}`,
    value,
    conditions: held,
  };
}

function valueSql(wanted: FoldOutput, writer: FoldSqlBuilder): string | null {
  if (wanted.kind === 'counts') return null;
  return wanted.kind === 'distinct' ? writer.distinctSql(wanted.field) : writer.numberSql(wanted.number);
}

/** Aggregates of numbers, which also combine the aggregates of parts. */
const numberAggregates = { sum: 'sum', least: 'min', greatest: 'max' } as const;

function totalSql(fold: FoldRequest, context: FoldContext): string {
  const { wanted } = fold;
  const {
    rows,
    known,
    matching,
    count,
    value,
    conditions: held,
  } = countsSql(fold, context.writer, timeRangeSql(fold, context));
  const parts = (found: string): string => `json_build_array(${rows}, ${known}, ${matching}, ${count}, ${found})::text`;
  if (value === null || wanted.kind === 'counts') return parts('null');
  if (wanted.kind !== 'distinct') return parts(`(${numberAggregates[wanted.kind]}(${value})${filterSql(held)})::text`);
  // Selected separately: together with other aggregates, the database would sort all records of the window for it.
  const conditions = [...held, `${value} is not null`].join(' and ');
  return parts(`(select json_agg(distinct ${value}) from ${context.from} where ${conditions})`);
}

/** How one fold is computed in parts, each over different records, and combined from them. */
export interface PartSql {
  /** Aggregates over the records of one part, in the order of `partColumns`. */
  readonly columns: readonly string[];
  /** The value as JSON, computed over the rows of `parts` (with `partColumns`) that have the same `fold`. `null` if there is none. */
  readonly combined: string | null;
}

/** `odd` is the number of records on which the database and the rules language would disagree. */
export const partColumns = ['row_count', 'known', 'matching', 'value_count', 'odd', 'number', 'items'] as const;

/** Context for building one of several folds. */
export interface PartContext {
  readonly table: RecordTable;
  readonly statement: Statement;
  /** Placeholders of texts, shared by all folds: aggregates with the same text are computed only once. */
  readonly textParameters: Map<string, string>;
  /** Condition under which distinct values are collected, which is by far the most expensive part. */
  readonly collectCondition: string;
}

/** Returns `null` if the table cannot compute the fold. */
export function partSql(
  fold: FoldRequest,
  { table, statement, textParameters: known, collectCondition: isWanted }: PartContext,
): PartSql | null {
  return statement.attempt(() => {
    const writer = new FoldSqlBuilder(table, statement, known);
    try {
      return buildPartSql(fold, writer, isWanted);
    } catch (error) {
      if (error instanceof UnsupportedFoldError) return null;
      throw error;
    }
  });
}

/** Caches whether a fold can be computed. `wanted` comes from the rule set, and is the same object in each evaluation. */
const foldableCache = new WeakMap<
  FoldRequest['wanted'],
  Pick<FoldRequest, 'where'> & { readonly table: RecordTable; readonly can: boolean }
>();

/** Whether the database can compute the fold. */
export function canFold(fold: FoldRequest, table: RecordTable): boolean {
  const { where, wanted } = fold;
  const found = foldableCache.get(wanted);
  if (found?.where === where && found.table === table) return found.can;
  const can =
    partSql(fold, { table, statement: new Statement(), textParameters: new Map(), collectCondition: 'true' }) !== null;
  foldableCache.set(wanted, { where, table, can });
  return can;
}

function buildPartSql(fold: FoldRequest, writer: FoldSqlBuilder, isWanted: string): PartSql {
  const { kind } = fold.wanted;
  const { rows, known, matching, count, value, conditions: held } = countsSql(fold, writer, null);
  const odd = writer.divergent.size === 0 ? '0' : `count(*) filter (where ${[...writer.divergent].join(' or ')})`;
  const columns = (number: string, items: string) => [
    ...[rows, known, matching, count, `(${odd})::bigint`],
    `(${number})::numeric`,
    `(${items})::text[]`,
  ];
  if (value === null || kind === 'counts') return { columns: columns('null', 'null'), combined: null };
  if (kind === 'distinct') {
    const wanted = filterSql([...held, `${value} is not null`, isWanted]);
    return {
      columns: columns('null', `array_agg(distinct ${value}::text)${wanted}`),
      combined:
        '(select json_agg(distinct item) from parts each, unnest(each.items) item where each.fold = parts.fold)',
    };
  }
  const aggregate = numberAggregates[kind];
  return {
    columns: columns(`${aggregate}(${value})${filterSql(held)}`, 'null'),
    combined: `to_json(${aggregate}(number)::text)`,
  };
}

/** Returns `null` if every record of the window is in the period. */
function timeRangeSql(
  { from, fromInclusive, to, toInclusive }: Omit<FoldRequest, 'id' | 'where' | 'wanted'>,
  { table: { time }, window, statement }: FoldContext,
): string | null {
  if (time === null) return null;
  const conditions: string[] = [];
  if (from !== null && (!fromInclusive || from !== window.from))
    conditions.push(`${time} ${fromInclusive ? '>=' : '>'} ${statement.bind(new Date(from))}`);
  if (to !== window.to || toInclusive !== window.toInclusive)
    conditions.push(`${time} ${toInclusive ? '<=' : '<'} ${statement.bind(new Date(to))}`);
  return conditions.length === 0 ? null : conditions.join(' and ');
}
