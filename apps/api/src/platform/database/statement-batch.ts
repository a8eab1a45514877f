import pg, { type QueryConfig } from 'pg';

/** What a statement came to, as far as anybody asks. */
interface Answer {
  readonly rows: readonly object[];
  readonly rowCount: number | null;
}

type Parser = (text: string) => unknown;

/** How the rows of a prepared statement are read. */
interface RowShape {
  readonly names: readonly string[];
  readonly parsers: readonly Parser[];
  /** A row of nulls: what rows are made of. */
  readonly empty: Readonly<Record<string, unknown>>;
}

/** The driver's side of a connection. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts by name, of statements the database has answered that it knows, and of others on their way. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(values: object): void;
  describe(what: { readonly type: 'P'; readonly name: string }): void;
  execute(portal: object): void;
  sync(): void;
}

/** A named statement: what is known of it from before is not asked again. */
export type NamedStatement = QueryConfig & { readonly name: string };

interface Member {
  readonly name: string;
  readonly text: string;
  /** As they are sent. */
  readonly values: readonly unknown[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  shape: RowShape | null;
  rows: object[];
  rowCount: number | null;
  /** The first value of a row that could not be read. */
  unreadable: unknown;
}

type MapValue = (value: unknown) => unknown;
const asSent = (pg as unknown as { readonly utils: { readonly prepareValue: MapValue } }).utils.prepareValue;

/** As the driver sends values; the times that occur in the form that takes the least to write. */
const mapValue: MapValue = (value) => {
  if (!(value instanceof Date)) return asSent(value);
  const year = value.getUTCFullYear();
  return year >= 1 && year <= 9999 ? value.toISOString() : asSent(value);
};

const noRows: RowShape = { names: [], parsers: [], empty: {} };

/** Shapes of the rows of the prepared statements of a connection, by their names: the database keeps to them, or throws. */
const shapes = new WeakMap<Wire, Map<string, RowShape>>();

function shapesOf(wire: Wire): Map<string, RowShape> {
  const known = shapes.get(wire) ?? new Map<string, RowShape>();
  shapes.set(wire, known);
  return known;
}

const abortedCode = '25P02';

/** What the database says to each statement after the one that failed. */
function aborted(): Error {
  const message = 'current transaction is aborted, commands ignored until end of transaction block';
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    code: abortedCode,
    severity: 'ERROR',
  });
}

/** Whether the connection goes on after it. */
const isOfStatement = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

/**
 * Statements of an open transaction that leave together and are answered together. Where each ends by itself the database writes, and
 * this process wakes up and reads, once for each of them. The first that fails fails those behind it, as in any transaction.
 */
export class StatementBatch extends pg.Query {
  private readonly members: Member[] = [];
  /** Of the member that is answered next. */
  private at = 0;
  private wire: Wire | undefined;

  constructor(private readonly parserOf: (oid: number) => Parser) {
    super({ text: '' });
  }

  /** The driver keeps a list of what the database has prepared by what it finds here. */
  get name(): string | undefined {
    return this.members[this.at]?.name;
  }

  set name(_: string | undefined) {
    // The driver's own constructor says that there is none.
  }

  get text(): string | undefined {
    return this.members[this.at]?.text;
  }

  set text(_: string | undefined) {
    // As the name.
  }

  /** Before it is submitted. */
  add({ name, text, values: given = [] }: NamedStatement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const values = given.map(mapValue);
      const answer = { shape: null, rows: [], rowCount: null, unreadable: null };
      this.members.push({ name, text, values, resolve, reject, ...answer });
    });
  }

  override readonly submit = (connection: unknown): null => {
    const wire = connection as Wire;
    this.wire = wire;
    wire.stream.cork();
    try {
      for (const member of this.members) send(member, wire);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.members[this.at]!.shape = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => this.parserOf(dataTypeID)),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const member = this.members[this.at]!;
    const { names, parsers, empty } = member.shape!;
    const row = { ...empty };
    try {
      for (let index = 0; index < fields.length; index++) {
        const value = fields[index];
        if (value != null) row[names[index]!] = parsers[index]!(value);
      }
      member.rows.push(row);
    } catch (error) {
      member.unreadable ??= error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const member = this.members[this.at]!;
    const count = text.slice(text.lastIndexOf(' ') + 1);
    member.rowCount = /^\d+$/.test(count) ? Number(count) : null;
    shapesOf(this.wire!).set(member.name, member.shape ?? noRows);
    this.at += 1;
  }

  handleReadyForQuery(): void {
    this.settle(this.members);
    this.tellDriver(null);
  }

  handleError(error: unknown): void {
    const [failed, ...rest] = this.members.slice(this.at);
    this.settle(this.members.slice(0, this.at));
    failed?.reject(error);
    const following = isOfStatement(error) ? aborted() : error;
    for (const { name, reject } of rest) {
      // The database has not even read it.
      if (this.wire) delete this.wire.submittedNamedStatements[name];
      reject(following);
    }
    this.at = this.members.length;
    this.tellDriver(error);
  }

  private settle(members: readonly Member[]): void {
    for (const { resolve, reject, rows, rowCount, unreadable } of members) {
      if (unreadable === null) resolve({ rows, rowCount });
      else reject(unreadable);
    }
  }

  /** It may wait for the end with a timer. */
  private tellDriver(error: unknown): void {
    (this as { callback?: (error: unknown) => void }).callback?.(error);
  }
}

function send(member: Member, wire: Wire): void {
  const { name, text, values } = member;
  const isKnown = wire.parsedStatements[name] !== undefined || wire.submittedNamedStatements[name] !== undefined;
  if (!isKnown) {
    wire.parse({ name, text });
    wire.submittedNamedStatements[name] = text;
  }
  wire.bind({ statement: name, values });
  member.shape = shapesOf(wire).get(name) ?? null;
  if (!member.shape) wire.describe({ type: 'P', name: '' });
  wire.execute({});
}
