export const topUpStatuses = ['pending', 'completed', 'failed'] as const;
export type TopUpStatus = (typeof topUpStatuses)[number];

export interface TopUp {
  readonly id: string;
  readonly amountCents: number;
  readonly status: TopUpStatus;
  /** Set if the server created it because the balance fell below the threshold of `autoTopUp`. */
  readonly isAutomatic: boolean;
  readonly paymentMethodId: string | null;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export interface NewTopUp {
  readonly amountCents: number;
  readonly paymentMethodId: string | null;
  readonly reference: string | null;
}

/** What happens if the balance falls below a threshold. */
export interface AutoTopUp {
  readonly enabled: boolean;
  readonly thresholdCents: number;
  readonly amountCents: number;
}

export interface BillingSettings {
  /** 0 if nobody is notified. */
  readonly lowBalanceThresholdCents: number;
  readonly autoTopUp: AutoTopUp;
  /** Incremented by each change. */
  readonly version: number;
}
