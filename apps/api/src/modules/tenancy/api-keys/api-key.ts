export const apiKeyStatuses = ['active', 'revoked', 'expired'] as const;

export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** A key as it may be shown: everything but its value, which nobody has. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The deployment's segment. */
  readonly environment: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
  /** Requests per hour. */
  readonly rateLimit: number;
  /** Requests per minute; null: as many as the hour has. */
  readonly burstLimit: number | null;
  /** Requests that the key's window still has; all of them when none has begun. */
  readonly rateLimitRemaining: number;
  readonly prefix: string;
  readonly lastFour: string;
  readonly status: ApiKeyStatus;
  readonly ipAllowlist: readonly string[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}
