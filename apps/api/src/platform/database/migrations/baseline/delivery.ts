import { currentLookupSql, currentOrganizationSql, rowSecurity } from '../../roles/row-security.js';

const webhooks = [
  // `headers` are encrypted together with the secrets, because they may contain credentials for receivers.
  `create table webhooks (
    organization_id uuid not null references organizations (id),
    id uuid not null,
    name text not null,
    description text,
    url text not null,
    events text[] not null,
    filters json not null,
    enabled boolean not null,
    status text not null check (status in ('active', 'disabled_by_failures')),
    headers bytea,
    api_version text,
    timeout_ms int not null,
    secret bytea not null,
    secret_preview text not null,
    previous_secrets bytea,
    previous_secret_expires_at timestamptz(3),
    failing_since timestamptz(3),
    last_delivery_at timestamptz(3),
    last_status_code int,
    version int not null default 1,
    created_by text not null,
    authorized_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    since pg_snapshot not null default pg_current_snapshot(),
    primary key (organization_id, id)
  )`,
  ...rowSecurity('webhooks', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'webhooks'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // `body` is exactly what is signed and sent. Rows belong to the organization of the webhook. Its child may read those of its own events.
  `create table webhook_deliveries (
    organization_id uuid not null,
    id uuid not null,
    webhook_id uuid not null,
    event_organization_id uuid not null references organizations (id),
    event_id text not null,
    event text not null,
    body text not null,
    status text not null check (status in ('pending', 'delivered', 'failed', 'exhausted', 'simulated')),
    attempts json not null default '[]',
    created_at timestamptz(3) not null,
    attempt int not null default 0,
    primary key (organization_id, id),
    foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
  )`,
  `create index webhook_deliveries_of on webhook_deliveries (organization_id, webhook_id, created_at, id) include (status)`,
  `create index webhook_deliveries_of_children on webhook_deliveries (organization_id, webhook_id, event_organization_id, created_at, id)
     where event_organization_id <> organization_id`,
  ...rowSecurity('webhook_deliveries', {
    visible: `organization_id = ${currentOrganizationSql} or event_organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'webhooks'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // Deliveries that are still to be sent, and nothing else. Taking the next one costs the same, however many deliveries are kept. A
  // delivery taken by a process is due again when the lease ends. Rows are added and removed often, so vacuum depends on their number.
  `create table webhook_queue (
    organization_id uuid not null,
    delivery_id uuid not null,
    webhook_id uuid not null,
    event_organization_id uuid not null,
    attempt int not null,
    due_at timestamptz(3) not null,
    leased_until timestamptz(3),
    primary key (organization_id, delivery_id),
    foreign key (organization_id, delivery_id) references webhook_deliveries (organization_id, id) on delete cascade
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`,
  `create index webhook_queue_due on webhook_queue (organization_id, webhook_id, due_at)`,
  `create index webhook_queue_leased on webhook_queue (organization_id, webhook_id) where leased_until is not null`,
  ...rowSecurity('webhook_queue', {
    visible: `organization_id = ${currentOrganizationSql} or event_organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'webhooks'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // How far the outbox of an organization was read, and what is being read: everything that was committed in `until`, up to the row
  // `after`.
  `create table webhook_cursors (
    organization_id uuid primary key references organizations (id),
    snapshot text not null,
    until text,
    after bigint not null default 0
  )`,
  ...rowSecurity('webhook_cursors', {
    visible: `organization_id = ${currentOrganizationSql} or ${currentLookupSql} = 'webhooks'`,
    writable: `organization_id = ${currentOrganizationSql}`,
  }),
  // Events committed before the webhook was enabled are not sent, only those committed later.
  `create function begin_webhook() returns trigger language plpgsql as $$
   begin
     new.since := pg_current_snapshot();
     new.failing_since := null;
     return new;
   end $$`,
  `create trigger begin_webhook before update on webhooks
     for each row when (new.enabled and new.status = 'active' and (not (old.enabled and old.status = 'active'))) execute function begin_webhook()`,
];

const sockets = [
  // Processes that read events for sockets, for some minutes each. Events without a listener are not announced. A row has no use once its
  // time has ended.
  `create table socket_listeners (
    organization_id uuid not null,
    listener uuid not null,
    listens_until timestamptz(3) not null,
    primary key (organization_id, listener)
  )`,
  ...rowSecurity('socket_listeners'),
];

const operations = [
  // Reports of processes to the one that requested them. They are taken at once and have no later use.
  `create table operation_reports (
    organization_id uuid not null,
    question_id uuid not null,
    process_id uuid not null,
    report json not null,
    created_at timestamptz(3) not null default now(),
    primary key (organization_id, question_id, process_id)
  )`,
  ...rowSecurity('operation_reports'),
];

export const deliveryTables = [...webhooks, ...sockets, ...operations];
