import {
  alertStatuses,
  caseStatuses,
  decisions,
  type Decision,
  entityStatuses,
  transactionStatuses,
  type TransactionType,
  transactionTypes,
} from '@tamis/library';

export const webhookStatuses = ['active', 'disabled_by_failures'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export const filteredEntityTypes = ['person', 'company', 'payment_method'] as const;
export const ruleSeverities = ['low', 'medium', 'high', 'critical'] as const;
export { decisions as filteredDecisions, transactionTypes as filteredTransactionTypes };

/** Statuses of any record type whose status appears in events. */
export const filteredStatuses: readonly string[] = [
  ...new Set<string>([...entityStatuses, ...transactionStatuses, ...alertStatuses, ...caseStatuses]),
];

/** Restricts which of the subscribed events a webhook receives. All given keys must match. */
export interface WebhookFilters {
  readonly entityTypes?: readonly (typeof filteredEntityTypes)[number][] | undefined;
  readonly statusChanges?: { readonly from?: readonly string[]; readonly to?: readonly string[] } | undefined;
  readonly ruleIds?: readonly string[] | undefined;
  readonly ruleSeverity?: readonly (typeof ruleSeverities)[number][] | undefined;
  /** In upper case. */
  readonly countries?: readonly string[] | undefined;
  readonly transactionTypes?: readonly TransactionType[] | undefined;
  readonly decisions?: readonly Decision[] | undefined;
}

/** Settings of a webhook defined by its owner. */
export interface WebhookConfig {
  readonly name: string;
  readonly description: string | null;
  readonly url: string;
  /** Event names, `<category>.*` or `*`. */
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  readonly enabled: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly apiVersion: string | null;
  readonly timeoutMs: number;
}

/** A new webhook. */
export interface NewWebhook extends WebhookConfig {
  readonly organizationId: string;
  readonly id: string;
  readonly createdBy: string;
  /** Whose permissions determine what it receives: the user who created it, or last changed its destination or content. */
  readonly authorizedBy: string;
  readonly createdAt: Date;
}

/** A stored webhook. Its secrets are read separately. */
export interface StoredWebhook extends NewWebhook {
  readonly environment: 'sandbox' | 'production';
  readonly status: WebhookStatus;
  /** The last characters of the secret. */
  readonly secretPreview: string;
  readonly previousSecretExpiresAt: Date | null;
  /** Time of the first failure since the last success; `null` if the last delivery did not fail. */
  readonly failingSince: Date | null;
  readonly lastDeliveryAt: Date | null;
  readonly lastStatusCode: number | null;
  /** Incremented by each change of its settings. */
  readonly version: number;
  readonly updatedAt: Date;
}

/** A replaced secret, and when it stops signing. */
export interface PreviousSecret {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** A webhook with its signing secrets. */
export interface SigningWebhook extends StoredWebhook {
  readonly secret: string;
  /** Secrets that still sign, newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
}
