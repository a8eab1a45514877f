import { MonitorEntities } from '../../screening/monitoring/use-cases/monitor-entities.js';
import { bookByHand } from '../../tenancy/billing/index.js';
import { CheckGuards } from '../../rules/rule-guards/index.js';
import { copyEvaluations } from '../../../../test/support/copy-evaluations.js';
import { createWebhook } from '../../../../test/support/create-webhook.js';
import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { eventProblem } from '../../../../test/support/event-schemas.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import type { PersonAgent } from '../../../../test/support/person-agent.js';
import { type Provocation, securityProvocations } from '../../../../test/support/provoke-security.js';
import { documentRequestProvocation } from '../../../../test/support/provoke-document-requests.js';
import { validationProvocation } from '../../../../test/support/provoke-validations.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { cnpjOf, personPartner, registered, useRegister } from '../../../../test/support/register-source.js';
import { createRule, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { saysName } from '../../../../test/support/fake-source.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { storePolicy } from '../../../../test/support/store-policy.js';
import { useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { usePeople } from '../../../../test/support/use-people.js';
import { useReceivers } from '../../../../test/support/use-receivers.js';
import { useDocumentRequests } from '../../../../test/support/use-document-requests.js';
import { useValidations } from '../../../../test/support/use-validations.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import type { Receiver } from '../../../../test/support/webhook-receiver.js';
import { webhookEvents } from './domain/webhook-events.js';

describe('available webhook events', () => {
  const { api, owner, joined, letters } = usePeople({ WATCHLISTS: 'un_sc' });
  const fakes = useFakeProviders(api);
  const register = useRegister(api);
  const validations = useValidations(api);
  const documentRequests = useDocumentRequests(api);
  const { serve } = useListFiles();
  const openReceiver = useReceivers();
  let receiver: Receiver;
  let boss: Awaited<ReturnType<typeof owner>>;
  let place: PersonAgent;
  let count = 0;

  const call = async (method: string, path: string, body?: object, by?: PersonAgent): Promise<Body> => {
    const request = { method, ...(body && { body }) };
    const answer = await (by ? by.call(path, request) : api().call(path, request));
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const post = (path: string, body: object): Promise<Body> => call('POST', path, body);
  const patch = (path: string, body: object): Promise<Body> => call('PATCH', path, body);
  const newEntity = async (more: object = {}): Promise<Body> => {
    const body = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: `sent-${(count += 1)}`, ...more };
    return (await post('/entities', body)).entity;
  };
  const pay = (more: object = {}): Promise<Body> =>
    post('/transactions', {
      externalId: `paid-${(count += 1)}`,
      type: 'PAYMENT',
      amount: 500,
      currency: 'USD',
      ...more,
    });
  const book = (amountCents: number) => {
    const { organizationId } = api().production;
    const reference = `sent ${(count += 1)}`;
    return bookByHand(api().pool, { organizationId, kind: 'adjust', reference, amountCents, reason: 'test' });
  };

  beforeAll(async () => {
    receiver = await openReceiver();
    boss = await owner();
    place = boss.inOrganization(boss.production.id);
    await createWebhook((path, request) => api().call(path, request), receiver.url);
    await createWebhook((path, request) => place.call(path, request), receiver.url);
  });

  /** Actions that cause events, performed like customers do: over HTTP, except for what only time or another system causes. */
  const provocations: readonly Provocation[] = [
    [
      [
        ...['entity.created', 'entity.updated', 'entity.status_changed', 'entity.external_id_changed'],
        ...['entity.country_activation_changed', 'entity.deleted'],
      ],
      async () => {
        const { id } = await newEntity({ type: 'company', countryCode: 'MX' });
        await patch(`/entities/${id}`, { name: 'Eva', status: 'active', reason: 'asked for' });
        const renamed = { entityId: id, newExternalId: `sent-${(count += 1)}`, reason: 'renumbered there' };
        await post('/entities/change-external-id', renamed);
        await patch(`/entities/${id}/country-activations/CO`, { status: 'activated' });
        await call('DELETE', `/entities/${id}`);
      },
    ],
    [
      ['entity.relationships_materialized'],
      async () => {
        const taxId = cnpjOf(1);
        register().companies.set(taxId, registered(taxId, [personPartner('IRENE TAVARES QUINTELA', '456789')]));
        const { id } = await newEntity({ type: 'company', taxId });
        await post(`/entities/${id}/relationships/materialize`, { runEnrichmentFirst: true, runInBackground: false });
      },
    ],
    [
      [
        ...['transaction.created', 'transaction.updated', 'transaction.status_changed', 'transaction.flagged'],
        ...['rule.triggered', 'rule_set.activated', 'alert.created', 'risk_analysis_transaction_executed'],
      ],
      async () => {
        const source = `rule seen "Seen" {
  on transaction (created)
  score 40
  when transaction.amount >= 400 USD
  then suggest FLAG
    alert LOW "seen"
}`;
        await publishRule(api(), { source });
        const { externalId: originExternalId } = await newEntity();
        const { id } = (await pay({ originExternalId })).transaction;
        await patch(`/transactions/${id}`, { channel: 'app', deviceDetails: { ip: '203.0.113.7' } });
        await patch(`/transactions/${id}/changeStatus`, { status: 'PROCESSING', executeRules: false });
      },
    ],
    [
      ['user_event.created', 'risk_analysis_user_event_executed', 'risk_analysis_entity_executed'],
      async () => {
        const source = (key: string, on: string, field: string) =>
          `rule ${key} "${key}" {\n  on ${on}\n  when ${field}\n  then suggest FLAG\n}\n`;
        await publishRule(api(), { source: source('login', 'userEvent', 'event.eventType = "LOGIN_SUCCESS"') });
        await publishRule(api(), { source: source('someone', 'person', 'entity.countryCode = "BR"') });
        const { externalId: entityExternalId } = await newEntity();
        await post('/events/user', { eventType: 'LOGIN_SUCCESS', userId: 'user-1', entityExternalId });
      },
    ],
    [
      [
        ...[
          'alert.assigned',
          'alert.status_changed',
          'alert.resolved',
          'investigation.created',
          'investigation.closed',
        ],
        ...['investigation.status_changed', 'investigation.assigned', 'investigation.note_added'],
      ],
      async () => {
        const { id: targetEntityId } = await newEntity();
        const raised = await post('/intelligence/alerts', { name: 'By hand', severity: 'LOW', targetEntityId });
        const { roles } = await call('GET', '/roles');
        const to = { assignedTo: (roles as Body[])[0]!.id, assignedToType: 'role' };
        const alertId = (raised.alert ?? raised).id as string;
        await call('PUT', `/intelligence/alerts/${alertId}/assign`, to);
        const { investigation } = await post('/intelligence/investigations', { name: 'Look', alertIds: [alertId] });
        const path = `/intelligence/investigations/${investigation.id}`;
        await call('PUT', `${path}/assign`, to);
        await post(`${path}/notes`, { body: 'Looked' });
        await patch(`${path}/status`, { status: 'IN_PROGRESS' });
        await post(`/intelligence/alerts/${alertId}/resolve`, { resolutionNotes: 'nothing in it' });
        await patch(`${path}/status`, { status: 'CLOSED', outcome: 'FALSE_POSITIVE', closureReason: 'nothing in it' });
      },
    ],
    [
      ['rule.guard_tripped'],
      async () => {
        const source = `rule guarded "Guarded" {\n  on transaction (created)\n  when transaction.amount >= 400 USD\n  then alert LOW "seen"\n}\n`;
        const id = await publishRule(api(), { source });
        const limits = [{ metric: 'alerts', operator: 'lte', value: 0, window: '24h' }];
        await call('PUT', `/rules/${id}/guard`, { limits });
        await pay();
        await api().app.get(CheckGuards).checkAll(new Date());
      },
    ],
    [
      ['rule.drift_detected'],
      async () => {
        const source = ruleText('transaction.amount >= 100 USD and transaction.channel = "app"');
        const ruleId = await publishRule(api(), { source });
        const paid = async (amount: number): Promise<string> =>
          (await pay({ amount, channel: 'app' })).rulesResult.evaluationId as string;
        const [hit, miss] = [await paid(150), await paid(10)];
        const copies = [
          { id: miss, days: 20, from: 0, without: 1_000 },
          ...[15, 3, 2, 1].map((days) => ({
            id: hit,
            days,
            from: days < 15 ? 300 : 0,
            without: days < 15 ? 4 : 1_000,
          })),
        ];
        for (const each of copies) await copyEvaluations(api(), each);
        await call('GET', `/rules/${ruleId}/drift`);
      },
    ],
    [
      ['rule.dry_run_completed'],
      async () => {
        const now = Date.now();
        const at = (ms: number): string => new Date(now + ms).toISOString();
        await runDryRun(api(), { source: ruleText(), from: at(-3_600_000), to: at(0) });
      },
    ],
    [
      ['rule.approval_requested', 'rule.approval_decided'],
      async () => {
        const permissions = ['rules:read', 'rules:edit', 'rules:publish'];
        const second = await post('/api-keys', { name: 'Second', permissions });
        await api().pool.query('update api_keys set created_by = $1 where id = $2', [unknownId, second.apiKey.id]);
        await storePolicy(api(), { requireSecondPerson: true });
        const { id } = await createRule(api(), { source: ruleText('transaction.amount >= 9000 USD') });
        const { approval } = await patch(`/rules/${id}`, { status: 'active', reason: 'It finds what others miss' });
        const body = { comment: 'seen' };
        await api().call(`/rules/approvals/${approval.id}/approve`, { body, key: second.key as string });
        await storePolicy(api(), { requireSecondPerson: false });
      },
    ],
    [
      [
        'enrichment.completed',
        'enrichment.failed',
        'billing.topped_up',
        'billing.balance_low',
        'billing.balance_depleted',
      ],
      async () => {
        const { availableCents } = await fakes().balance();
        await book(14 - availableCents);
        await patch('/billing/settings', { lowBalanceThresholdCents: 10 });
        const id = await fakes().newEntity();
        fakes().source.respond = (response) => void response.writeHead(500).end();
        await fakes().enrich(id, ['global_fake_safe']);
        fakes().source.respond = saysName;
        await fakes().enrich(id, ['global_fake_safe'], { parameters: { mark: 'one' } });
        await fakes().enrich(id, ['global_fake_safe'], { parameters: { mark: 'two' } });
        const { topUp } = await post('/billing/top-ups', { amountCents: 100_000 });
        const { organizationId } = api().production;
        await bookByHand(api().pool, { organizationId, kind: 'confirm', topUpId: topUp.id as string, reason: 'paid' });
      },
    ],
    [
      ['monitoring.hit'],
      async () => {
        const code = 'sanctions_screening';
        await call('PUT', `/marketplace/integrations/${code}`, { enabled: true, monitoringEnabled: true });
        await serve(api(), 'un_sc', [listedPerson('2', 'Omar Haddad'), listedPerson('3', 'Lin Otero')], '2026-10-01');
        const { id } = await newEntity({ name: 'Ana Lindqvist', countryCode: 'SE' });
        await call('PUT', `/entities/${id}/monitoring/${code}`, { isActive: true });
        const entries = [
          listedPerson('1', 'Ana Lindqvist'),
          listedPerson('2', 'Omar Haddad'),
          listedPerson('3', 'Lin Otero'),
        ];
        await serve(api(), 'un_sc', entries, '2026-10-02');
        await waitUntil(async () => {
          await api().app.get(MonitorEntities).monitor();
          return names().has('monitoring.hit');
        });
      },
    ],
    [
      ['batch.job_completed', 'batch.job_failed', 'batch.job_cancelled'],
      async () => {
        const payment = (more: object = {}): object => ({
          ...{ externalId: `batch-${(count += 1)}`, type: 'PAYMENT', amount: 5, currency: 'USD', ...more },
        });
        const { production, sandbox, stranger } = api();
        const send = async (key: string, ...transactions: readonly object[]): Promise<string> =>
          (await api().call('/transactions/batch/background', { key, body: { transactions } })).body.jobId as string;
        await send(production.key, payment());
        await waitUntil(() => names().has('batch.job_completed'));
        const undone = { transactions: [payment(), payment({ amount: -1 })], batchErrorHandling: 'rollback_all' };
        await api().call('/transactions/batch', { body: undone });
        // While others occupy every slot, the next one waits.
        const others = [await send(sandbox.key, payment()), await send(stranger.key, payment())];
        const setOthers = (status: string) =>
          api().pool.query(
            `update batch_jobs set status = $1, lease_expires_at = now() + interval '1 hour' where id = any($2)`,
            [status, others],
          );
        const isOver = `select from batch_jobs where id = any($1) and completed_at is null`;
        await waitUntil(async () => (await api().pool.query(isOver, [others])).rowCount === 0);
        await setOthers('running');
        const jobId = await send(production.key, payment());
        await post(`/batch-import/jobs/${jobId}/control`, { kind: 'transaction_batch', action: 'cancel' });
        await setOthers('completed');
      },
    ],
    [
      ['data_list.item_added', 'data_list.updated'],
      async () => {
        const { data } = await post('/data-lists', { name: 'Seen', type: 'custom', source: 'internal' });
        await post(`/data-lists/${data.id}/items`, { items: [{ primaryValue: 'A-7' }] });
        await patch(`/data-lists/${data.id}`, { name: 'Seen before' });
      },
    ],
    [
      ['webhook.disabled'],
      async () => {
        const gone = await openReceiver((response) => void response.writeHead(410).end());
        await createWebhook((path, request) => api().call(path, request), gone.url, { events: ['entity.created'] });
        await newEntity();
      },
    ],
  ];

  const names = (): ReadonlySet<string> => new Set(receiver.received.map(({ body }) => body.event as string));
  const sentOf = (event: string) => receiver.received.filter(({ body }) => body.event === event);

  const all = [
    ...provocations,
    validationProvocation(api, validations),
    documentRequestProvocation(api, documentRequests),
    ...securityProvocations({ api, boss: () => boss, receiver: () => receiver, joined, letters, call }),
  ];
  it.each(all)('%j', async (events, provoke) => {
    await provoke();
    await waitUntil(() => events.every((event) => names().has(event)));
    const problems = events.flatMap((event) =>
      sentOf(event).map(({ body }) => [event, eventProblem(event, body.payload)]),
    );
    expect(problems.filter(([, problem]) => problem !== null)).toEqual([]);
  });

  it('is triggered by a case of this test for every available event', () => {
    const provoked = all.flatMap(([events]) => events);
    const listed = webhookEvents.filter(({ available }) => available).map(({ name }) => name);
    expect([...provoked].sort()).toEqual([...listed].sort());
  });
});
