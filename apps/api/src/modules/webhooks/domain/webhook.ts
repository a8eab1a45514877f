export const webhookStatuses = ['active', 'disabled_by_failures'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** Which events of its kinds a webhook is sent: every key that is given must pass. */
export interface WebhookFilters {
  readonly entityTypes?: readonly string[] | undefined;
  readonly statusChanges?: { readonly from?: readonly string[]; readonly to?: readonly string[] } | undefined;
  readonly ruleIds?: readonly string[] | undefined;
  readonly ruleSeverity?: readonly string[] | undefined;
  readonly countries?: readonly string[] | undefined;
  readonly transactionTypes?: readonly string[] | undefined;
  readonly decisions?: readonly string[] | undefined;
}

/** A webhook as it is stored; its secrets are read apart. */
export interface StoredWebhook {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string;
  /** Names, `<category>.*` or `*`. */
  readonly events: readonly string[];
  readonly filters: WebhookFilters;
  readonly enabled: boolean;
  readonly status: WebhookStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly apiVersion: string | null;
  readonly timeoutMs: number;
  /** The last characters of the secret. */
  readonly secretPreview: string;
  readonly previousSecretExpiresAt: Date | null;
  /** The first of the failures that nothing has come through since; null: the last delivery was not one. */
  readonly failingSince: Date | null;
  readonly lastDeliveryAt: Date | null;
  readonly lastStatusCode: number | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A webhook with what it is signed with. */
export interface SigningWebhook extends StoredWebhook {
  /** The newest first; the one before it as long as it counts. */
  readonly secrets: readonly string[];
}
