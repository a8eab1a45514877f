/** Who changed something. */
export interface AuditActor {
  readonly type: 'user' | 'api_key' | 'system' | 'rule' | 'automation' | 'provider';
  readonly id: string | null;
  readonly name: string | null;
}

/** The members that changed, each before and after; secrets are masked. */
export type Changes = Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>>;

/** One change that an actor made. */
export interface AuditEntry {
  /** Where something else names the entry; default: a new one. */
  readonly id?: string;
  /** `rule_created` */
  readonly event: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** A sentence for people. */
  readonly summary: string;
  readonly changes?: Changes;
  readonly reason?: string | null;
  /** `transactionId`, `alertId`, `ruleId`, `evaluationId`, `ruleSetVersion` … */
  readonly relatedIds?: Readonly<Record<string, string>>;
  /** Default: the one whose request it is. */
  readonly actor?: AuditActor;
}

/** Where a change came from. */
export interface AuditContext {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** `api`, `admin` */
  readonly source: string;
}

/** Whoever runs the server. */
export const systemActor: AuditActor = { type: 'system', id: null, name: 'administration' };

export const rulesActor = (ruleId: string): AuditActor => ({ type: 'rule', id: ruleId, name: null });
