import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { QueryRunner } from 'typeorm';
import { AmbientValue } from '../ambient-value.js';
import { tenantSettings } from './roles/app-role.js';
import { DeferredStatements } from './deferred-statements.js';
import { isTransient } from './is-transient.js';
import { Pipeline, throwFirstRejection } from './pipeline.js';
import type { Queryable } from './queryable.js';
import { beginSql, setOrganizationSql } from './roles/row-security.js';

/** A statement that blocks others of the organization until the transaction ends. */
export type DeferredStatement<Item> = (
  transaction: Transaction,
  organizationId: string,
  items: readonly Item[],
) => Promise<void>;

/** State that a transaction shares with its savepoints. */
interface Whole {
  readonly pipeline: Pipeline;
  /** For access to mapped rows; `null` if this transaction does not use them. */
  readonly runner: QueryRunner | null;
  /** Statements to send at the commit, while nested calls may join; `null` if joining is not possible, or no longer. */
  deferred: DeferredStatements<DeferredStatement<never>> | null;
  /** Whether nested calls use no savepoints, so that an error in one of them rolls back everything. */
  readonly isUndivided: boolean;
  /** Error of a nested call in an undivided transaction. */
  failure: { readonly error: unknown } | null;
  isOver: boolean;
  /** Set once the commit was sent. If the connection is lost after that, it is not known whether the transaction was committed. */
  isCommitting: boolean;
  /** Callbacks to run after the commit, by key. */
  readonly afterwards: Map<string, () => void>;
}

const losses = new WeakSet<object>();

/** Whether the transaction that threw the error was certainly rolled back, because its connection was lost before the commit was sent. */
export const isUndoneByLoss = (error: unknown): boolean => losses.has(error as object);

/**
 * The caller's open transaction or savepoint, for use cases that are not aware of it: a repeated request and a row of a batch run the same
 * use case as a single request. See packages/decisions/0036.
 */
const ambient = new AmbientValue<Transaction>();

const failedTransactionCode = '25P02';

let undoPointCount = 0;

/**
 * An open transaction of one organization, or an open savepoint in one. Work that outlives it must not use the connection, so it accepts no
 * statements once it is over.
 */
export class Transaction implements Queryable {
  private isOver = false;
  /** The last savepoint that is open or queued. */
  private lastPart: Promise<void> | null = null;

  private constructor(
    private readonly whole: Whole,
    private currentOrganization: string | null,
    private readonly parent: Transaction | null,
    /** The ambient transaction at the start of this savepoint. */
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
   * Like `begin`, in a transaction that `current` returns in everything `work` calls. With `isUndivided`, nested calls use no savepoints
   * and do not wait for results that they do not use. An error in one of them rolls back everything.
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

  /** Returns the transaction to join; `undefined` if there is none. */
  static current(): Transaction | undefined {
    let found = ambient.get();
    while (found && !found.whole.deferred) found = found.around;
    return found?.isOver ? undefined : found;
  }

  /** Runs `work` as if there were no transaction to join. */
  static suspend<T>(work: () => Promise<T>): Promise<T> {
    return ambient.with(undefined, work);
  }

  /** Organization that the transaction is currently for; `null` if no rows of any tenant are visible. */
  get organizationId(): string | null {
    return this.currentOrganization;
  }

  /** For access to mapped rows, in a transaction that nested calls join. */
  get runner(): QueryRunner | null {
    return this.whole.runner;
  }

  /** Whether nested calls join it. If so, the caller that began it decides when it ends. */
  get isJoinable(): boolean {
    return this.whole.deferred !== null;
  }

  /** Number of items that wait for the commit. */
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
   * Sends a statement without waiting for the result. The statement or commit that directly follows leaves in the same write, so that its
   * locks are held no longer than the database itself needs. If it fails, the transaction or savepoint throws its error.
   */
  enqueue(statement: QueryConfig): void {
    this.requireOpen();
    this.whole.pipeline.enqueue(statement);
  }

  /**
   * Sends the statement. If several callers share the transaction, it is sent once at the end for all their items, so that the work before
   * the commit, which can be long, does not hold up others. Items of a rolled back savepoint are dropped.
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

  /** Calls back in this process after the whole commit, once per key, even if the part that registered it was rolled back. */
  afterCommit(key: string, work: () => void): void {
    this.requireOpen();
    this.whole.afterwards.set(key, work);
  }

  /** Passes the items of one key to a single call of `send`, once no other work is immediately pending. */
  collect<Item>(key: string, item: Item, send: (items: readonly Item[]) => void): void {
    this.requireOpen();
    this.whole.pipeline.collect(key, item, send);
  }

  /** Sets an undo point. The returned function undoes everything that the transaction does after it. */
  async undoPoint(): Promise<() => Promise<void>> {
    // The name is unique: an undo point that is set later and never used must not replace this one.
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

  /** Switches the rest of the transaction to another organization: an account has two, and a parent creates its children. */
  async switchOrganization(organizationId: string): Promise<void> {
    this.requireOpen();
    const switched = this.whole.pipeline.send(setOrganizationSql(organizationId));
    this.currentOrganization = organizationId;
    await switched;
  }

  /**
   * Lets the rest of the transaction find the rows identified by `value`: the hexadecimal hash of a key, or the short name of an account.
   */
  async allowLookup(value: string): Promise<void> {
    await this.query('select set_config($1, $2, true)', [tenantSettings.lookup, value]);
  }

  /** Runs `work` for an organization as part of this transaction: in a savepoint, or without one if the transaction is undivided. */
  join<T>(organizationId: string, work: (part: Transaction) => Promise<T>): Promise<T> {
    if (!this.whole.isUndivided) return this.savepoint(organizationId, work);
    const isSame = this.currentOrganization === organizationId;
    return this.runUndivided(() => (isSame ? work(this) : this.savepoint(organizationId, work)));
  }

  /** Throws the error of a part of an undivided transaction, even if it was caught. */
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
   * Runs `work` for an organization in a savepoint, which is rolled back if it throws. Afterwards the transaction is for the previous
   * organization again. Savepoints that are started concurrently run one after another.
   */
  savepoint<T>(organizationId: string, work: (part: Transaction) => Promise<T>): Promise<T> {
    if (this.isAroundCaller())
      return Promise.reject(new Error('the outer savepoint cannot be used inside a nested one'));
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

  /** Whether the caller is inside an open savepoint of this transaction: it would wait for itself. */
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
      // In that case, the connection may already be used by another transaction.
      if (this.whole.isOver) throw error;
      const sent = pipeline.takeUnanswered();
      whole.deferred?.forget(deferredCount);
      this.currentOrganization = outer;
      // If the savepoint cannot be rolled back, the transaction cannot be committed either.
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
      // A commit after a failed statement rolls the transaction back without saying why.
      await throwFirstRejection([...sent, begun, committed]);
      if ((await committed).command !== 'COMMIT') throw new Error('a statement failed, but its error was ignored');
      for (const afterwards of whole.afterwards.values()) afterwards();
      return result;
    } catch (error) {
      if (!whole.isOver) sent = this.end();
      if (!whole.isCommitting && isTransient(error)) losses.add(error as object);
      // A connection whose transaction cannot be ended is unusable: it is closed, so that the pool discards it.
      await pipeline.send('rollback').catch(() => void (pipeline.connection as unknown as EndableConnection).end());
      await throwRootCause(error, sent);
      throw error;
    }
  }

  private async sendDeferred(deferred: DeferredStatements<DeferredStatement<never>>): Promise<void> {
    // From here on, no calls can join, and statements deferred by the deferred ones are sent immediately.
    this.whole.deferred = null;
    for (const { organizationId, statement, items } of deferred.batches()) {
      if (organizationId !== this.organizationId) await this.switchOrganization(organizationId);
      await statement(this, organizationId, items as readonly never[]);
    }
  }

  /** Prevents any further statements, and returns the results that nobody has awaited yet. */
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

/** SQL that switches to another organization after a statement, if it is a different one. */
const switchSql = (from: string | null, to: string | null): string =>
  from === to ? '' : `; ${setOrganizationSql(to)}`;

const overError = (): Error => new Error('the transaction has already ended');

/** Statements after a failed one are rejected for that reason alone. Throws the error of the statement that failed first. */
async function throwRootCause(error: unknown, sent: readonly Promise<unknown>[]): Promise<void> {
  if ((error as { code?: unknown } | null)?.code === failedTransactionCode) await throwFirstRejection(sent);
}
