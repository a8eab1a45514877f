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

/** Of whatever has a status that events tell of. */
export const filteredStatuses: readonly string[] = [
  ...new Set<string>([...entityStatuses, ...transactionStatuses, ...alertStatuses, ...caseStatuses]),
];

/** Which events of its kinds a webhook is sent: every key that is given must pass. */
export interface WebhookFilters {
  readonly entityTypes?: readonly (typeof filteredEntityTypes)[number][] | undefined;
  readonly statusChanges?: { readonly from?: readonly string[]; readonly to?: readonly string[] } | undefined;
  readonly ruleIds?: readonly string[] | undefined;
  readonly ruleSeverity?: readonly (typeof ruleSeverities)[number][] | undefined;
  /** In capitals. */
  readonly countries?: readonly string[] | undefined;
  readonly transactionTypes?: readonly TransactionType[] | undefined;
  readonly decisions?: readonly Decision[] | undefined;
}

/** What its owner says of a webhook. */
export interface WebhookConfig {
  readonly name: string;
  readonly description: string | null;
  readonly url: string;
  /** Names, `<category>.*` or `*`. */
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  readonly enabled: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly apiVersion: string | null;
  readonly timeoutMs: number;
}

/** A webhook that is stored for the first time. */
export interface NewWebhook extends WebhookConfig {
  readonly organizationId: string;
  readonly id: string;
  readonly createdBy: string;
  /** Whose permissions decide what it is sent: who made it, or last changed where it leads or what it is sent. */
  readonly authorizedBy: string;
  readonly createdAt: Date;
}

/** A webhook as it is stored; its secrets are read apart. */
export interface StoredWebhook extends NewWebhook {
  readonly environment: 'sandbox' | 'production';
  readonly status: WebhookStatus;
  /** The last characters of the secret. */
  readonly secretPreview: string;
  readonly previousSecretExpiresAt: Date | null;
  /** The first of the failures that nothing has come through since; null: the last delivery was not one. */
  readonly failingSince: Date | null;
  readonly lastDeliveryAt: Date | null;
  readonly lastStatusCode: number | null;
  readonly updatedAt: Date;
}

/** A secret that was replaced, and until when it still signs. */
export interface PreviousSecret {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** A webhook with what it is signed with. */
export interface SigningWebhook extends StoredWebhook {
  readonly secret: string;
  /** Those that still sign, the newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
}
