/** What must be fetched for one run, as data. Made from the plan and the subject's context. */
export interface FactRequests {
  readonly windows: readonly WindowRequest[];
  readonly memberships: readonly MembershipRequest[];
}

/** Transactions whose `recordPath` equals `key`, in (now - spanMs, now], visible at the run, oldest first. */
export interface WindowRequest {
  readonly id: number;
  readonly source: 'transactions';
  readonly links: readonly { readonly recordPath: readonly string[]; readonly key: string }[];
  readonly spanMs: number;
  /** Record fields the aggregates read, as JSON paths. The time of the record always comes first in a row, whether listed or not. */
  readonly columns: readonly (readonly string[])[];
  /** Rows beyond this many need not be fetched: every aggregate that asks is then unknown (`too_many_rows`). Null: no cap. */
  readonly cap: number | null;
}

/** Is one of the normalized values of this run's value an active, unexpired item of the list? */
export interface MembershipRequest {
  readonly id: number;
  readonly listId: string;
  /** The value as text, not normalized. */
  readonly value: string;
}

/** Answers to `FactRequests`, by request id. Pure JSON. */
export interface Facts {
  /** One row per record: `[transactedAt in ms, ...columns]`, ordered by (time, arrival). Amounts as decimal text. */
  readonly windows: Readonly<Record<number, readonly (readonly unknown[])[]>>;
  /** `unavailable`: the list is deleted, inactive or not shared any more. */
  readonly memberships: Readonly<Record<number, boolean | 'unavailable'>>;
}
