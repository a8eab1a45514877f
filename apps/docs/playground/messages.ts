/** What the page asks: what became of the payments under a text. */
export interface CompareRequest {
  readonly version: number;
  /** What decided before, and what is to decide now. */
  readonly before: string;
  readonly now: string;
}

/** A payment of the sample, with what both texts decide. */
export interface ComparedTransaction {
  readonly id: string;
  readonly at: string;
  readonly customer: string;
  readonly amount: string;
  readonly label: 'fraud' | 'cleared' | null;
  readonly before: string;
  readonly now: string;
  readonly scoreBefore: number;
  readonly scoreNow: number;
  /** Keys of the rules that hit, and of those that could not be decided, under the text of now. */
  readonly hits: readonly string[];
  readonly unknown: readonly string[];
}

export interface TestFailure {
  readonly title: string;
  readonly says: string;
}

export type CompareReply =
  | { readonly kind: 'failed'; readonly version: number; readonly problem: string }
  | {
      readonly kind: 'compared';
      readonly version: number;
      readonly payments: readonly ComparedTransaction[];
      readonly alerts: { readonly before: number; readonly now: number };
      readonly tests: { readonly passed: number; readonly failures: readonly TestFailure[] };
      readonly ms: number;
    };
