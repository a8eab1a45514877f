import { Injectable } from '@nestjs/common';
import {
  type AuditEntry,
  byPrincipal,
  diffChanges,
  creationChanges,
  recordAudit,
} from '../../../../platform/audit/index.js';
import { type Principal, assertUnbounded } from '../../../../platform/auth/index.js';
import { databaseTime, newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, notFound, invalid } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { beginReading } from '../../../../platform/outbox/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import type { PreviousSecret, SigningWebhook, StoredWebhook, WebhookConfig } from '../domain/webhook.js';
import { maskHeaders, unmaskHeaders, headerProblems } from '../domain/webhook-headers.js';
import { newSecret } from '../domain/webhook-secret.js';
import { deleteDeliveriesOf } from '../persistence/delivery-store.js';
import { deleteSharedWebhook, findSharedWebhooks, refreshSharedWebhook } from '../persistence/shared-webhooks.js';
import { isSandbox, WebhookStore } from '../persistence/webhook-store.js';
import { addressProblem, Egress } from '../../../../platform/egress/index.js';
import { assertMayReceive } from '../domain/event-permissions.js';
import { unknownEvents } from '../domain/webhook-events.js';

/** Throws 400 for what cannot be stored: `VALIDATION_ERROR` and `UNKNOWN_EVENT`. Members that are absent are not asked. */
function checkWebhook({ events, headers }: Partial<WebhookConfig>): void {
  const wrongHeaders = headers && headerProblems(headers);
  if (wrongHeaders) throw invalid(wrongHeaders);
  const unknown = events && unknownEvents(events);
  if (unknown) throw new ApiError('UNKNOWN_EVENT', Object.values(unknown)[0]!, unknown);
}

/** A name is looked up where something is to be sent to it: not in a sandbox. */
async function urlProblem(text: string, { isSandbox, egress }: UrlRules): Promise<string | null> {
  const problem = egress.urlProblem(text, '/hooks');
  if (problem !== null || egress.isOpenLoopback(text)) return problem;
  const url = new URL(text);
  if (url.hash !== '') return `must have no fragment ${url.hash}: it is never sent`;
  return isSandbox ? null : addressProblem(url);
}

interface UrlRules {
  readonly isSandbox: boolean;
  readonly egress: Egress;
}

const auditedMembers = [
  ...(['name', 'description', 'url', 'events', 'filters', 'enabled', 'headers', 'apiVersion', 'timeoutMs'] as const),
  ...(['status'] as const),
];

export interface RotatedSecret {
  /** Shown this once. */
  readonly secret: string;
  readonly previousSecretExpiresAt: Date;
}

const hourMs = 3_600_000;

/** What its owner does with a webhook. */
@Injectable()
export class WriteWebhooks {
  constructor(
    private readonly database: TenantDatabase,
    private readonly store: WebhookStore,
    private readonly egress: Egress,
  ) {}

  /** Looks up where a new one leads. Throws as `checkWebhook` and `checkUrl`, and 403 for events that the caller may not read. */
  async check(principal: Principal, wanted: WebhookConfig): Promise<void> {
    checkWebhook(wanted);
    assertMayReceive(principal, wanted.events);
    await this.checkUrl(principal, wanted.url);
  }

  /** Stores one that was checked. Throws 409 `WEBHOOK_LIMIT_REACHED`. The secret is shown this once. */
  async create(principal: Principal, wanted: WebhookConfig, now: Date): Promise<{ id: string; secret: string }> {
    const { organizationId, actor } = principal;
    const secret = newSecret();
    const id = newId(now.getTime());
    await this.database.transaction(organizationId, async (client) => {
      beginReading(client, organizationId);
      if ((await this.store.count(client, organizationId)) >= limits.webhooks)
        throw new ApiError('WEBHOOK_LIMIT_REACHED', `An organization has at most ${limits.webhooks} webhooks`);
      const webhook = { ...wanted, organizationId, id, createdBy: actor.id, authorizedBy: actor.id, createdAt: now };
      await this.store.insert(client, webhook, secret);
      await recordAudit(client, byPrincipal(principal), [
        { ...entry('created', webhook), changes: creationChanges(toAudited({ ...webhook, status: 'active' })) },
      ]);
    });
    return { id, secret };
  }

  /**
   * Members that are absent stay; one that failures disabled is active again when it is enabled. Throws as `checkWebhook` and `checkUrl`, 400
   * `NO_CHANGES` and `requireOwn`.
   */
  async change(principal: Principal, id: string, sent: Partial<WebhookConfig>, now: Date): Promise<void> {
    const { headers: _, ...others } = sent;
    checkWebhook(others);
    if (others.url !== undefined) await this.checkUrl(principal, others.url);
    await this.database.transaction(principal.organizationId, async (client) => {
      beginReading(client, principal.organizationId);
      const before = await this.requireOwn(client, principal, id);
      // Whoever may send elsewhere must not be sent the credentials of the host before, which nobody can read.
      const leadsElsewhere = others.url !== undefined && new URL(others.url).host !== new URL(before.url).host;
      const stored = leadsElsewhere ? {} : before.headers;
      const headers = sent.headers ? unmaskHeaders(sent.headers, stored) : leadsElsewhere ? {} : undefined;
      checkWebhook({ headers });
      const changed = { ...before, ...others, ...(headers && { headers }) };
      // Whoever says where it leads, or what it is sent, is sent no more than they may read themselves.
      const isRedirected = Object.keys(diffChanges(before, changed, ['url', 'events', 'headers'])).length > 0;
      if (isRedirected) assertMayReceive(principal, changed.events);
      const after: StoredWebhook = {
        ...changed,
        ...(isRedirected && { authorizedBy: principal.actor.id }),
        status: sent.enabled === true ? 'active' : before.status,
        updatedAt: now,
      };
      if (Object.keys(diffChanges(before, after, auditedMembers)).length === 0)
        throw new ApiError('NO_CHANGES', 'Every value sent is the stored one');
      await this.store.update(client, after);
      await refreshSharedWebhook(client, after);
      const changes = diffChanges(toAudited(before), toAudited(after), auditedMembers);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('updated', after), changes }]);
    });
  }

  /** Deliveries that wait are not sent any more, and no child has it any more. Throws as `requireOwn`. */
  async delete(principal: Principal, id: string): Promise<void> {
    const { organizationId } = principal;
    await this.database.transaction(organizationId, (client) => this.requireOwn(client, principal, id));
    const most: number = deliveryLimits.sweepRows;
    // Millions of them in one transaction would keep others waiting for its end.
    for (let few = most; few === most;)
      few = await deleteDeliveriesOf(this.database.forOrganization(organizationId), { organizationId, id }, most);
    await this.database.transaction(organizationId, async (client) => {
      const webhook = await this.requireOwn(client, principal, id);
      await deleteSharedWebhook(client, webhook);
      await this.store.delete(client, webhook);
      await recordAudit(client, byPrincipal(principal), [entry('deleted', webhook)]);
    });
  }

  /**
   * The secret that is replaced signs until the overlap ends, and so do those before it that still sign, but not longer than it. Throws 409
   * `INVALID_STATUS_TRANSITION` where too many would sign, and as `requireOwn`.
   */
  rotate(principal: Principal, id: string, overlapHours: number): Promise<RotatedSecret> {
    const { organizationId } = principal;
    // Whoever has the secret signs with it for ever.
    assertUnbounded(principal);
    return this.database.transaction(organizationId, async (client) => {
      await this.requireOwn(client, principal, id);
      const webhook = (await this.store.findSigning(client, organizationId, id))!;
      const secret = newSecret();
      const now = await databaseTime(client);
      const previousSecretExpiresAt = new Date(now.getTime() + overlapHours * hourMs);
      const previous = previousSecrets(webhook, previousSecretExpiresAt);
      if (overlapHours > 0 && previous.length > deliveryLimits.previousSecrets) throw tooManySecrets();
      await this.store.replaceSecret(client, { ...webhook, updatedAt: now }, secret, previous);
      const after = (await this.store.find(client, organizationId, id))!;
      const changes = diffChanges(webhook, after, ['secretPreview', 'previousSecretExpiresAt']);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('secret_rotated', webhook), changes }]);
      return { secret, previousSecretExpiresAt };
    });
  }

  /** Throws 400 `INVALID_URL` for an address that is not `https`, or leads elsewhere than to the public internet. */
  private async checkUrl({ organizationId }: Principal, text: string): Promise<void> {
    const rules = {
      isSandbox: await isSandbox(this.database.forOrganization(organizationId), organizationId),
      egress: this.egress,
    };
    const problem = await urlProblem(text, rules);
    if (problem !== null) throw new ApiError('INVALID_URL', `url ${problem}`, { url: problem });
  }

  /** Nobody else changes it meanwhile. Throws 404, and 403 `SHARED_RESOURCE_READ_ONLY` for one of the parent. */
  private async requireOwn(client: Transaction, { organizationId }: Principal, id: string): Promise<StoredWebhook> {
    const webhook = await this.store.find(client, organizationId, id, 'locked');
    if (webhook) return webhook;
    if ((await findSharedWebhooks(client, organizationId, id)).length === 0) throw notFound('Webhook');
    throw new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this record');
  }
}

/** A receiver may still know any that signs: a second rotation, or one that came twice, takes none away before its end. */
const previousSecrets = (webhook: SigningWebhook, until: Date): readonly PreviousSecret[] => [
  { secret: webhook.secret, expiresAt: until },
  ...webhook.previousSecrets.map(({ secret, expiresAt }) => ({
    secret,
    expiresAt: expiresAt < until ? expiresAt : until,
  })),
];

const tooManySecrets = (): ApiError =>
  new ApiError(
    'INVALID_STATUS_TRANSITION',
    `${deliveryLimits.previousSecrets} secrets before the newest still sign: wait until one ends, or send overlapHours 0, which ends them all`,
  );

type Audited = Pick<StoredWebhook, (typeof auditedMembers)[number]>;

/** The members that the audit trail shows. */
const toAudited = (webhook: Audited): Audited =>
  Object.fromEntries(
    auditedMembers.map((name) => [name, name === 'headers' ? maskHeaders(webhook.headers) : webhook[name]]),
  ) as unknown as Audited;

const entry = (
  what: 'created' | 'updated' | 'deleted' | 'secret_rotated',
  { id, name }: Pick<StoredWebhook, 'id' | 'name'>,
): AuditEntry => ({
  event: `webhook_${what}`,
  resourceType: 'webhook',
  resourceId: id,
  summary: what === 'secret_rotated' ? `secret of webhook ${name} replaced` : `webhook ${name} ${what}`,
});
