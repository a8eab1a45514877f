export const deliveryStatuses = ['pending', 'delivered', 'failed', 'exhausted', 'simulated'] as const;

/**
 * - `pending`: not tried yet
 * - `failed`: the last attempt failed; it is tried again at `nextAttemptAt`, where there is one
 * - `exhausted`: it failed as often as it is tried
 * - `simulated`: of a sandbox, which sends nothing
 */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The beginning of what a receiver said. */
export interface DeliveryResponse {
  /** Values that may be credentials are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text of the first kilobyte. */
  readonly body: string;
}

/** One time that somebody tried to send it. */
export interface DeliveryAttempt {
  readonly at: string;
  /** Null: nobody answered. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why it was not a success, where the status does not say it. */
  readonly error?: string;
  readonly response?: DeliveryResponse;
}

/** One event for one webhook. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  /** Whose event it is: a child's, where a parent shares the webhook. */
  readonly organizationId: string;
  /** `id` of the envelope. */
  readonly eventId: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  /** Null: there is none, or it is under way. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  /** JSON text of what would have been sent; null: it is not simulated. */
  readonly simulatedBody: string | null;
}
