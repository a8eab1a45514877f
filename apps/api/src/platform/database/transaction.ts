import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryRunner } from 'typeorm';
import { AmbientValue } from '../ambient-value.js';
import { tenantSettings } from './roles/app-role.js';
import { DeferredStatements } from './deferred-statements.js';
import { isTransient } from './is-transient.js';
import { Pipeline, throwFirstRejection } from './pipeline.js';
import type { Queryable } from './queryable.js';
import { beginSql, setOrganizationSql } from './roles/row-security.js';

/** A statement that holds up others of an organization until the transaction ends. */
export type DeferredStatement<Item> = (
  transaction: Transaction,
  organizationId: string,
  items: readonly Item[],
) => Promise<void>;

/** What a transaction shares with its savepoints. */
interface Whole {
  readonly pipeline: Pipeline;
  /** Of the mapped rows; null: nothing in this transaction reads them. */
  readonly runner: QueryRunner | null;
  /** What is sent at the commit, while calls below may join; null: none may, or may any more. */
  deferred: DeferredStatements<DeferredStatement<never>> | null;
  /** Whether what joins it is no savepoint: what one of them throws undoes all. */
  readonly isUndivided: boolean;
  /** What one of those threw. */
  failure: { readonly error: unknown } | null;
  isOver: boolean;
  /** From then on nobody knows whether it is, when the connection is lost. */
  isCommitting: boolean;
  /** What is done once it is committed, by key. */
  readonly afterwards: Map<string, () => void>;
}

const losses = new WeakSet<object>();

/** Whether the transaction that threw the error is undone for certain: its connection was lost before the commit was sent. */
export const isUndoneByLoss = (error: unknown): boolean => losses.has(error as object);

/**
 * The transaction or savepoint that a caller has open, for the use cases it calls, which do not know of it: a request that is sent
 * again and a row of a batch run the same use case as a request that comes alone. See packages/decisions/0036.
 */
const ambient = new AmbientValue<Transaction>();

const failedTransactionCode = '25P02';

let undoPointCount = 0;

/**
 * An open transaction of one organization, or an open savepoint in one. What is left behind by its work must not use the connection,
 * so that nothing can be asked of it once it is over.
 */
export class Transaction implements Queryable {
  private isOver = false;
  /** The last of the savepoints that are open or wait for it. */
  private lastPart: Promise<void> | null = null;

  private constructor(
    private readonly whole: Whole,
    private currentOrganization: string | null,
    private readonly parent: Transaction | null,
    /** What was the ambient one where this savepoint began. */
    private readonly around: Transaction | undefined,
  ) {}

  /** Runs `work` on the connection in one transaction; commits when it returns, rolls back when it throws. */
  static begin<T>(
    connection: PoolClient,
    organizationId: string | null,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const whole = newWhole({ connection, runner: null, deferred: null, isUndivided: false });
    return new Transaction(whole, organizationId, null, undefined).complete(work);
  }

  /**
   * As `begin`, in a transaction that `current` finds in all that `work` calls. `isUndivided`: what joins it is no savepoint, and waits for no
   * answer that it does not need; what one of them throws undoes all.
   */
  static runAmbient<T>(
    { connection, runner, isUndivided }: { connection: PoolClient; runner: QueryRunner; isUndivided: boolean },
    organizationId: string,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const whole = newWhole({ connection, runner, deferred: new DeferredStatements<never>(), isUndivided });
    return new Transaction(whole, organizationId, null, undefined).complete((transaction) =>
      ambient.with(transaction, () => work(transaction)),
    );
  }

  /** The transaction to join here; undefined: there is none. */
  static current(): Transaction | undefined {
    let found = ambient.get();
    while (found && !found.whole.deferred) found = found.around;
    return found?.isOver ? undefined : found;
  }

  /** Runs `work` as if there were none to join. */
  static suspend<T>(work: () => Promise<T>): Promise<T> {
    return ambient.with(undefined, work);
  }

  /** Whom the transaction is for now; null: it sees no tenant's rows. */
  get organizationId(): string | null {
    return this.currentOrganization;
  }

  /** Of mapped rows, in a transaction that calls below join. */
  get runner(): QueryRunner | null {
    return this.whole.runner;
  }

  /** Whether calls below join it: then it ends when whoever began it says so. */
  get isJoinable(): boolean {
    return this.whole.deferred !== null;
  }

  /** Items that wait for the commit. */
  get deferredCount(): number {
    return this.whole.deferred?.count ?? 0;
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in pg: whoever asks names the columns
  query<Row extends QueryResultRow = any>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    if (this.isOver || this.whole.isOver) return Promise.reject(overError());
    return this.whole.pipeline.connection.query<Row>(statement, values);
  }

  /**
   * Sends a statement and does not wait for the answer: what follows it at once, be it the next statement or the commit, leaves in the
   * same write. What it locks is held no longer than the database itself needs. The transaction, or the savepoint, throws its error.
   */
  enqueue(statement: QueryConfig): void {
    this.requireOpen();
    this.whole.pipeline.enqueue(statement);
  }

  /**
   * Sends the statement; in a transaction that several join as its last one, for all their items together: what comes after it, which
   * can be much, is not to hold up others too. What is undone has no last statement.
   */
  async atCommit<Item>(
    organizationId: string,
    items: readonly Item[],
    statement: DeferredStatement<Item>,
  ): Promise<void> {
    this.requireOpen();
    const { deferred } = this.whole;
    if (!deferred) return statement(this, organizationId, items);
    deferred.add(organizationId, items, statement);
  }

  /** Does something in this process once all of the transaction is committed, once for each key; also where a part of it was undone. */
  afterCommit(key: string, work: () => void): void {
    this.requireOpen();
    this.whole.afterwards.set(key, work);
  }

  /** Gives the items of one key to one call of `send`, when nothing else is left to do at once. */
  collect<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void {
    this.requireOpen();
    this.whole.pipeline.collect(key, item, send);
  }

  /** What is called undoes everything that the transaction does from here on. */
  async undoPoint(): Promise<() => Promise<void>> {
    // Of a name of its own: one that is set later, and never called, must not stand for it.
    const name = `undo_${(undoPointCount += 1)}`;
    const { currentOrganization } = this;
    const { deferredCount } = this;
    await this.query(`savepoint ${name}`);
    return async () => {
      this.whole.deferred?.forget(deferredCount);
      await this.query(`rollback to savepoint ${name}`);
      this.currentOrganization = currentOrganization;
    };
  }

  /** Lets the rest of the transaction be for another organization: an account has two, and a parent makes its children. */
  async switchOrganization(organizationId: string): Promise<void> {
    this.requireOpen();
    const switched = this.whole.pipeline.send(setOrganizationSql(organizationId));
    this.currentOrganization = organizationId;
    await switched;
  }

  /** Lets the rest of the transaction find the rows of `value`: the hexadecimal hash of a key, the short name of an account. */
  async allowLookup(value: string): Promise<void> {
    await this.query('select set_config($1, $2, true)', [tenantSettings.lookup, value]);
  }

  /** Runs `work` for an organization as a part of this transaction: in a savepoint, or together with all else where it is undivided. */
  join<T>(organizationId: string, work: (part: Transaction) => Promise<T>): Promise<T> {
    if (!this.whole.isUndivided) return this.savepoint(organizationId, work);
    const isSame = this.currentOrganization === organizationId;
    return this.runUndivided(() => (isSame ? work(this) : this.savepoint(organizationId, work)));
  }

  /** Throws what a part of an undivided transaction threw, whoever caught it. */
  throwFailure(): void {
    if (this.whole.failure) throw this.whole.failure.error;
  }

  private async runUndivided<T>(work: () => Promise<T>): Promise<T> {
    this.throwFailure();
    try {
      return await work();
    } catch (error) {
      this.whole.failure ??= { error };
      throw error;
    }
  }

  /**
   * Runs `work` for an organization in a savepoint: what it did is undone when it throws. Afterwards the transaction is for the
   * organization it was for before. Those that are started at once run one after the other.
   */
  savepoint<T>(organizationId: string, work: (part: Transaction) => Promise<T>): Promise<T> {
    if (this.isAroundCaller()) return Promise.reject(new Error('a savepoint in a savepoint belongs to that one'));
    const part = this.lastPart
      ? this.lastPart.then(() => this.runPart(organizationId, work))
      : this.runPart(organizationId, work);
    const forgetPart = (): void => {
      if (this.lastPart === settled) this.lastPart = null;
    };
    const settled: Promise<void> = part.then(forgetPart, forgetPart);
    this.lastPart = settled;
    return part;
  }

  /** Whether an open savepoint of this one is what waits: it would wait for itself. */
  private isAroundCaller(): boolean {
    for (let each = ambient.get(); each; each = each.around) if (each.parent === this && !each.isOver) return true;
    return false;
  }

  private async runPart<T>(organizationId: string, work: (part: Transaction) => Promise<T>): Promise<T> {
    this.requireOpen();
    const { whole, currentOrganization: outer } = this;
    const { pipeline } = whole;
    const part = new Transaction(whole, organizationId, this, ambient.get());
    const { deferredCount } = this;
    pipeline.cork();
    const begun = pipeline.send(`savepoint joined${switchSql(outer, organizationId)}`);
    try {
      const result = await ambient.with(part, () => work(part));
      part.isOver = true;
      await throwFirstRejection([...pipeline.takeUnanswered(), begun]);
      this.requireOpen();
      await pipeline.send(`release savepoint joined${switchSql(part.currentOrganization, outer)}`);
      this.currentOrganization = outer;
      return result;
    } catch (error) {
      part.isOver = true;
      // Then the connection may be another's.
      if (this.whole.isOver) throw error;
      const sent = pipeline.takeUnanswered();
      whole.deferred?.forget(deferredCount);
      this.currentOrganization = outer;
      // What cannot be undone leaves a transaction that cannot be committed either.
      await pipeline.send('rollback to savepoint joined; release savepoint joined').catch(() => undefined);
      await throwRootCause(error, sent);
      throw error;
    }
  }

  private async complete<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { whole } = this;
    const { pipeline } = whole;
    pipeline.cork();
    const begun = pipeline.send(beginSql(this.organizationId));
    let sent: readonly Promise<unknown>[] = [];
    try {
      const result = await work(this);
      this.throwFailure();
      if (whole.deferred) await this.sendDeferred(whole.deferred);
      sent = this.end();
      whole.isCommitting = true;
      const committed = pipeline.send('commit');
      // A commit after a statement that failed undoes the transaction, and says nothing of why.
      await throwFirstRejection([...sent, begun, committed]);
      if ((await committed).command !== 'COMMIT') throw new Error('a statement failed, and its error was not thrown');
      for (const afterwards of whole.afterwards.values()) afterwards();
      return result;
    } catch (error) {
      if (!whole.isOver) sent = this.end();
      if (!whole.isCommitting && isTransient(error)) losses.add(error as object);
      // A connection whose transaction cannot be ended is of no use to anyone: the pool throws away what has ended.
      await pipeline.send('rollback').catch(() => void (pipeline.connection as unknown as EndableConnection).end());
      await throwRootCause(error, sent);
      throw error;
    }
  }

  private async sendDeferred(deferred: DeferredStatements<DeferredStatement<never>>): Promise<void> {
    // From here on nobody joins, and what is deferred by one of these is sent at once.
    this.whole.deferred = null;
    for (const { organizationId, statement, items } of deferred.batches()) {
      if (organizationId !== this.organizationId) await this.switchOrganization(organizationId);
      await statement(this, organizationId, items as readonly never[]);
    }
  }

  /** Nothing may be sent by anyone else from here on. What it returns are the answers nobody has waited for. */
  private end(): readonly Promise<unknown>[] {
    this.whole.isOver = true;
    this.whole.deferred = null;
    return this.whole.pipeline.takeUnanswered();
  }

  private requireOpen(): void {
    if (this.isOver || this.whole.isOver) throw overError();
  }
}

const newWhole = ({
  connection,
  ...rest
}: Pick<Whole, 'runner' | 'deferred' | 'isUndivided'> & { readonly connection: PoolClient }): Whole => ({
  ...rest,
  pipeline: new Pipeline(connection),
  failure: null,
  isOver: false,
  isCommitting: false,
  afterwards: new Map<string, () => void>(),
});

interface EndableConnection {
  end(): Promise<void>;
}

/** SQL: what follows a statement is for another organization, where it is another. */
const switchSql = (from: string | null, to: string | null): string =>
  from === to ? '' : `; ${setOrganizationSql(to)}`;

const overError = (): Error => new Error('the transaction is over');

/** What follows a statement that failed is refused for that alone: throws the error of the one that was sent ahead. */
async function throwRootCause(error: unknown, sent: readonly Promise<unknown>[]): Promise<void> {
  if ((error as { code?: unknown } | null)?.code === failedTransactionCode) await throwFirstRejection(sent);
}
