import { Injectable } from '@nestjs/common';
import { ActorScopes } from '../../../../platform/auth/index.js';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { Metrics } from '../../../../platform/metrics/index.js';
import {
  entityIdPaths,
  EventEntities,
  type EventEntity,
  EventReaders,
  textAt,
  writeEvents,
} from '../../../../platform/outbox/index.js';
import { PeriodicTask, PeriodicJob } from '../../../../platform/periodic-task.js';
import { Egress } from '../../../../platform/egress/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { envelope, eventIdOf } from '../domain/envelope.js';
import { simulatedEvent } from '../domain/simulated-event.js';
import { isNarrowed, passesFilters } from '../domain/passes-filters.js';
import { mayReceive } from '../domain/event-permissions.js';
import { isSubscribed, webhookEvents } from '../domain/webhook-events.js';
import { insertDeliveries, type NewDelivery } from '../persistence/delivery-store.js';
import {
  findSubscribers,
  lockCursor,
  moveCursor,
  findOrganizationsWithEvents,
  readPage,
  type Subscriber,
  type WrittenEvent,
} from '../persistence/outbox-events.js';
import { hasSubscriptionsSql } from '../persistence/shared-webhooks.js';
import { isSandbox } from '../persistence/webhook-store.js';
import { isAnyWebhook } from '../persistence/delivery-queue.js';

/** Whether there is any webhook. While there is none, nothing looks for events to send, so that this costs nothing. */
@Injectable()
export class AnyWebhook {
  private lastResult = false;
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** A webhook stored by another process is noticed within `noneLookMs`. */
  async exists(): Promise<boolean> {
    if (this.lastResult || performance.now() - this.checkedAt < deliveryLimits.noneLookMs) return this.lastResult;
    this.checkedAt = performance.now();
    this.lastResult = await inTransaction(this.pool, null, async (client) => {
      await client.allowLookup('webhooks');
      return isAnyWebhook(client);
    });
    return this.lastResult;
  }
}

/**
 * Turns events of the outbox into deliveries for the webhooks that subscribe to them: each event once per webhook, regardless of which
 * process reads it and which transaction ends first. The read position is stored in the transaction that stores the deliveries.
 */
@Injectable()
export class FanOut extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'webhooks',
    'creating deliveries from events failed',
    deliveryLimits.lookMs,
    () => this.fanOutAll(),
  );
  private readonly made = { pending: 0, simulated: 0 };

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly webhooks: AnyWebhook,
    private readonly egress: Egress,
    private readonly rights: ActorScopes,
    private readonly entities: EventEntities,
    metrics: Metrics,
    readers: EventReaders,
  ) {
    super();
    readers.add(
      'webhooks',
      hasSubscriptionsSql,
      `select snapshot from webhook_cursors where organization_id = $1 and (${hasSubscriptionsSql})`,
    );
    metrics.addCounter({
      name: 'tamis_webhook_deliveries_total',
      help: 'Deliveries created from events; those of sandboxes are simulated',
      label: 'status',
      read: () => ({ ...this.made }),
    });
  }

  /**
   * Reads one page of each organization in turn, so that an organization with many events does not hold up others. Returns whether there
   * were any events.
   */
  async fanOutAll(): Promise<boolean> {
    if (!(await this.webhooks.exists())) return false;
    let open = await inTransaction(this.pool, null, async (client) => {
      await client.allowLookup('webhooks');
      return findOrganizationsWithEvents(client);
    });
    const foundWork = open.length > 0;
    while (open.length > 0 && !this.task.isStopped) {
      const rest: string[] = [];
      for (const organizationId of open) if (await this.fanOutPage(organizationId)) rest.push(organizationId);
      open = rest;
    }
    return foundWork;
  }

  /** Returns whether there is more to read. */
  private async fanOutPage(organizationId: string): Promise<boolean> {
    const { made, hasMore } = await this.database.transaction(organizationId, (client) =>
      createDeliveries(client, organizationId, {
        isOpenLoopback: (url) => this.egress.isOpenLoopback(url),
        rights: this.rights,
        entities: this.entities,
      }),
    );
    for (const status of statuses) this.made[status] += made[status];
    return hasMore;
  }
}

const statuses = ['pending', 'simulated'] as const;

interface FanOutPage {
  readonly made: Readonly<Record<(typeof statuses)[number], number>>;
  readonly hasMore: boolean;
}

interface FanOutNeeds {
  readonly isOpenLoopback: (url: string) => boolean;
  readonly rights: ActorScopes;
  readonly entities: EventEntities;
}

async function createDeliveries(
  client: Transaction,
  organizationId: string,
  { isOpenLoopback, rights, entities }: FanOutNeeds,
): Promise<FanOutPage> {
  await client.allowLookup('webhooks');
  const cursor = await lockCursor(client, organizationId);
  if (!cursor) return { made: { pending: 0, simulated: 0 }, hasMore: false };
  const subscribers = await withScopes(client, organizationId, await findSubscribers(client, organizationId), rights);
  const wanted = webhookEvents.map(({ name }) => name).filter((name) => isSubscribedTo(subscribers, name));
  const { events, next } = await readPage(client, organizationId, cursor, { names: wanted, subscribers });
  const offers = events.flatMap((event) => offersOf(event, subscribers));
  const found = await entities.find(client, organizationId, offers.flatMap(narrowedEntity));
  const deliveries = offers.flatMap((offer) => deliveriesOf(organizationId, offer, found));
  const unsent = (await isSandbox(client, organizationId))
    ? new Set(subscribers.filter(({ url }) => !isOpenLoopback(url)).map(({ id }) => id))
    : new Set();
  const byStatus = {
    pending: deliveries.filter(({ webhookId }) => !unsent.has(webhookId)),
    simulated: deliveries.filter(({ webhookId }) => unsent.has(webhookId)),
  };
  for (const status of statuses) await storeDeliveries(client, organizationId, status, byStatus[status]);
  await moveCursor(client, organizationId, next);
  const made = { pending: byStatus.pending.length, simulated: byStatus.simulated.length };
  return { made, hasMore: next.until !== null };
}

/** Deliveries are stored with their webhook: with the parent, if it belongs to the parent. */
async function storeDeliveries(
  client: Transaction,
  organizationId: string,
  status: (typeof statuses)[number],
  deliveries: readonly NewDelivery[],
): Promise<void> {
  for (const owner of new Set(deliveries.map(({ webhookOrganizationId }) => webhookOrganizationId))) {
    const own = deliveries.filter(({ webhookOrganizationId }) => webhookOrganizationId === owner);
    const store = async (part: Transaction): Promise<void> => {
      await insertDeliveries(part, organizationId, status, own);
      if (status === 'simulated') await writeEvents(part, own.map(simulatedEvent));
    };
    if (owner === organizationId) await store(client);
    else await client.savepoint(owner, store);
  }
}

/** An active webhook, with the current permissions of the actor it acts for. */
interface ReadingSubscriber extends Subscriber {
  readonly scopes: ReadonlySet<string>;
}

/** A webhook of the parent is sent what its owner may read in the parent. */
async function withScopes(
  client: Transaction,
  organizationId: string,
  subscribers: readonly Subscriber[],
  rights: ActorScopes,
): Promise<readonly ReadingSubscriber[]> {
  const found: ReadingSubscriber[] = [];
  for (const subscriber of subscribers) {
    const { organizationId: owner, authorizedBy } = subscriber;
    const find = (part: Transaction): Promise<ReadonlySet<string>> => rights.find(part, owner, authorizedBy);
    found.push({
      ...subscriber,
      scopes: await (owner === organizationId ? find(client) : client.savepoint(owner, find)),
    });
  }
  return found;
}

const wants = ({ events, scopes }: ReadingSubscriber, event: string): boolean =>
  isSubscribed(events, event) && mayReceive(scopes, event);

const isSubscribedTo = (subscribers: readonly ReadingSubscriber[], name: string): boolean =>
  subscribers.some((each) => wants(each, name));

/** An event, and the webhooks subscribed to such events. */
interface Offer {
  readonly written: WrittenEvent;
  readonly subscribers: readonly ReadingSubscriber[];
  /** Contents of the event, if one of the webhooks has filters. */
  readonly told: Readonly<Record<string, unknown>> | null;
}

function offersOf(written: WrittenEvent, subscribers: readonly ReadingSubscriber[]): readonly Offer[] {
  const { event, webhookIds } = written;
  const named = subscribers.filter((each) => webhookIds.includes(each.id) && wants(each, event));
  if (named.length === 0) return [];
  const isFiltered = named.some(({ filters }) => Object.keys(filters).length > 0);
  const told = isFiltered ? (JSON.parse(written.payload) as Record<string, unknown>) : null;
  return [{ written, subscribers: named, told }];
}

/** Returns the entity that an event concerns, if filters may depend on it. */
function narrowedEntity({ subscribers, told }: Offer): readonly string[] {
  if (told === null || !subscribers.some(({ filters }) => isNarrowed(filters))) return [];
  const id = textAt(told, entityIdPaths);
  return id === undefined ? [] : [id];
}

function deliveriesOf(
  organizationId: string,
  { written, subscribers, told }: Offer,
  entities: ReadonlyMap<string, EventEntity>,
): readonly NewDelivery[] {
  const { id, event } = written;
  const entity = entities.get((told && textAt(told, entityIdPaths)) ?? '');
  const fitting = subscribers.filter(({ filters }) => passesFilters(filters, event, told, entity));
  if (fitting.length === 0) return [];
  const body = envelope({ ...written, organizationId });
  return fitting.map((webhook) => ({
    webhookId: webhook.id,
    webhookOrganizationId: webhook.organizationId,
    eventId: eventIdOf(id),
    event,
    body,
  }));
}
