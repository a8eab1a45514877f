/** The request of the page to compare the decisions on payments under two texts. */
export interface CompareRequest {
  readonly version: number;
  /** The text that decided before, followed by the text to decide now. */
  readonly before: string;
  readonly now: string;
}

/** A payment of the sample, with the decisions of both texts. */
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
  /** The keys of the rules that hit, followed by those of rules that could not be decided, under the current text. */
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
