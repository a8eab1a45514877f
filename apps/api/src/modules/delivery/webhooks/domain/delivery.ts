export const deliveryStatuses = ['pending', 'delivered', 'failed', 'exhausted', 'simulated'] as const;

/**
 * - `pending`: not tried yet
 * - `failed`: the last attempt failed; it is tried again at `nextAttemptAt`, where there is one
 * - `exhausted`: it failed as often as it is tried
 * - `simulated`: of a sandbox, which sends nothing
 */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The beginning of a receiver's response. */
export interface DeliveryResponse {
  /** Values that may be credentials are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first kilobyte as text. */
  readonly body: string;
}

/** One attempt to send a delivery. */
export interface DeliveryAttempt {
  readonly at: string;
  /** `null` if there was no response. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why it failed, if the status does not tell. */
  readonly error?: string;
  readonly response?: DeliveryResponse;
}

/** One event for one webhook. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  /** Organization of the event: a child's if a parent shares the webhook. */
  readonly organizationId: string;
  /** `id` of the envelope. */
  readonly eventId: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  /** `null` if there is none, or it is in progress. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  /** JSON text of what would have been sent; `null` if it is not simulated. */
  readonly simulatedBody: string | null;
}
