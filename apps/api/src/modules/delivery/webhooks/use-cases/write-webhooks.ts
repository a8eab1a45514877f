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
import { ApiError, checkVersion, notFound, invalid } from '../../../../platform/http/index.js';
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

/** Throws 400 for what cannot be stored: `VALIDATION_ERROR` and `UNKNOWN_EVENT`. Absent members are not checked. */
function checkWebhook({ events, headers }: Partial<WebhookConfig>): void {
  const wrongHeaders = headers && headerProblems(headers);
  if (wrongHeaders) throw invalid(wrongHeaders);
  const unknown = events && unknownEvents(events);
  if (unknown) throw new ApiError('UNKNOWN_EVENT', Object.values(unknown)[0]!, unknown);
}

/** A host name is only looked up if requests will be sent to it, which is not the case in a sandbox. */
async function urlProblem(text: string, { isSandbox, egress }: UrlRules): Promise<string | null> {
  const problem = egress.urlProblem(text, '/hooks');
  if (problem !== null || egress.isOpenLoopback(text)) return problem;
  const url = new URL(text);
  if (url.hash !== '') return `must not have the fragment ${url.hash}: it is never sent`;
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
  /** Shown only once. */
  readonly secret: string;
  readonly previousSecretExpiresAt: Date;
}

const hourMs = 3_600_000;

/** Operations of its owner on a webhook. */
@Injectable()
export class WriteWebhooks {
  constructor(
    private readonly database: TenantDatabase,
    private readonly store: WebhookStore,
    private readonly egress: Egress,
  ) {}

  /**
   * Checks a new webhook, including where its URL leads. Throws the same errors as `checkWebhook` and `checkUrl`, and 403 for events that
   * the caller may not read.
   */
  async check(principal: Principal, wanted: WebhookConfig): Promise<void> {
    checkWebhook(wanted);
    assertMayReceive(principal, wanted.events);
    await this.checkUrl(principal, wanted.url);
  }

  /** Stores a webhook that was checked. Throws 409 `WEBHOOK_LIMIT_REACHED`. The secret is shown only once. */
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
   * Changes a webhook; absent members stay unchanged. One disabled by failures is active again when it is enabled. Throws the same errors
   * as `checkWebhook`, `checkUrl` and `requireOwn`, 400 `NO_CHANGES` and 409 `VERSION_CONFLICT`.
   */
  async change(
    principal: Principal,
    id: string,
    { sent, ifVersion }: { readonly sent: Partial<WebhookConfig>; readonly ifVersion: number | undefined },
    now: Date,
  ): Promise<void> {
    const { headers: _, ...others } = sent;
    checkWebhook(others);
    if (others.url !== undefined) await this.checkUrl(principal, others.url);
    await this.database.transaction(principal.organizationId, async (client) => {
      beginReading(client, principal.organizationId);
      const before = await this.requireOwn(client, principal, id);
      checkVersion('The webhook', before.version, ifVersion);
      // Stored credentials, which nobody can read, must not be sent to a different host that the caller chooses.
      const leadsElsewhere = others.url !== undefined && new URL(others.url).host !== new URL(before.url).host;
      const stored = leadsElsewhere ? {} : before.headers;
      const headers = sent.headers ? unmaskHeaders(sent.headers, stored) : leadsElsewhere ? {} : undefined;
      checkWebhook({ headers });
      const changed = { ...before, ...others, ...(headers && { headers }) };
      // A caller that changes the URL, the events or the headers must not have more sent than they may read themselves.
      const isRedirected = Object.keys(diffChanges(before, changed, ['url', 'events', 'headers'])).length > 0;
      if (isRedirected) assertMayReceive(principal, changed.events);
      const after: StoredWebhook = {
        ...changed,
        ...(isRedirected && { authorizedBy: principal.actor.id }),
        status: sent.enabled === true ? 'active' : before.status,
        version: before.version + 1,
        updatedAt: now,
      };
      if (Object.keys(diffChanges(before, after, auditedMembers)).length === 0)
        throw new ApiError('NO_CHANGES', 'Every value sent equals the stored one');
      await this.store.update(client, after);
      await refreshSharedWebhook(client, after);
      const changes = diffChanges(toAudited(before), toAudited(after), auditedMembers);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('updated', after), changes }]);
    });
  }

  /** Pending deliveries are no longer sent, and children lose the webhook. Throws as `requireOwn`. */
  async delete(principal: Principal, id: string): Promise<void> {
    const { organizationId } = principal;
    await this.database.transaction(organizationId, (client) => this.requireOwn(client, principal, id));
    const most: number = deliveryLimits.sweepRows;
    // Deleting millions of rows in one transaction would make others wait for its end.
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
   * The replaced secret signs until the overlap ends, and so do earlier ones that still sign, but not beyond it. Throws 409
   * `INVALID_STATUS_TRANSITION` if too many secrets would sign, and as `requireOwn`.
   */
  rotate(principal: Principal, id: string, overlapHours: number): Promise<RotatedSecret> {
    const { organizationId } = principal;
    // Anyone who knows the secret can sign with it indefinitely.
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

  /** Throws 400 `INVALID_URL` for a URL that is not `https`, or does not lead to the public internet. */
  private async checkUrl({ organizationId }: Principal, text: string): Promise<void> {
    const rules = {
      isSandbox: await isSandbox(this.database.forOrganization(organizationId), organizationId),
      egress: this.egress,
    };
    const problem = await urlProblem(text, rules);
    if (problem !== null) throw new ApiError('INVALID_URL', `url ${problem}`, { url: problem });
  }

  /** Returns and locks an own webhook. Throws 404, and 403 `SHARED_RESOURCE_READ_ONLY` for one of the parent. */
  private async requireOwn(client: Transaction, { organizationId }: Principal, id: string): Promise<StoredWebhook> {
    const webhook = await this.store.find(client, organizationId, id, 'locked');
    if (webhook) return webhook;
    if ((await findSharedWebhooks(client, organizationId, id)).length === 0) throw notFound('Webhook');
    throw new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this record');
  }
}

/** A receiver may still know any secret that signs: a repeated or concurrent rotation must not remove one before its end. */
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

/** Returns the members that the audit trail shows. */
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
