import type { PersonAgent } from '../../../../test/support/person-agent.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { usePeople } from '../../../../test/support/use-people.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { actionConfigs, type ActionType } from '../definitions/index.js';

interface Effect {
  readonly config: object;
  /** The subject of the action. */
  readonly about?: object;
  /** SQL that counts what the action created. */
  readonly count: string;
}

/** Tables that change independently: requests, evaluations and the inbox are counted, the outbox is read, deliveries are attempted. */
const ofTheServer = [
  ...['rate_windows', 'organization_windows', 'person_windows', 'inbox_counts', 'inbox_changes'],
  ...['rule_count_progress', 'rule_counts', 'rule_drifts', 'replay_samples', 'data_list_matches'],
  ...['automation_cursors', 'process_leases', 'socket_listeners', 'operation_reports'],
  ...['webhook_cursors', 'webhooks', 'webhook_queue', 'webhook_deliveries'],
];

/** Actions that call external services do so under a key of their own, outside the transaction of their step. */
type InTransaction = Exclude<ActionType, 'run_enrichment' | 'start_kyc_validation'>;

describe('automation action effects', () => {
  const { api, owner } = usePeople();
  const fakes = useFakeProviders(api);
  let boss: PersonAgent;
  const asBoss = useAutomations(() => ({ pool: api().pool, call: (path, call) => boss.call(path, call) }));
  const asKey = useAutomations(api);
  beforeAll(async () => {
    const person = await owner();
    boss = person.inOrganization(person.production.id);
    // Simulates a process that dies during the commit: nobody is notified, and nothing is stored.
    for (const text of [
      'create table failing_steps (execution_id uuid)',
      `create function fail_step() returns trigger language plpgsql security definer set search_path to 'public' as $$ begin
         if exists (select from failing_steps) then raise exception 'the commit fails' using errcode = '53300'; end if;
         return null; end $$`,
      `create constraint trigger fail_step after insert on automation_steps deferrable initially deferred
         for each row execute function fail_step()`,
      `create function table_contents() returns table (name text, contents text) language plpgsql as $$ begin
         for name in select t.table_name from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE' loop
           execute format('select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '''')) from %I t', name) into contents;
           return next;
         end loop; end $$`,
    ])
      await api().pool.query(text);
  });
  const setFailing = (isFailing: boolean) =>
    api().pool.query(isFailing ? 'insert into failing_steps values (null)' : 'delete from failing_steps');
  const contents = async (): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await api().pool.query<{ name: string; contents: string }>('select * from table_contents()');
    return new Map(rows.map(({ name, contents: of }) => [name, of]));
  };
  const attempts = async (id: string): Promise<number> =>
    (await api().pool.query<{ attempts: number }>('select attempts from automation_executions where id = $1', [id]))
      .rows[0]!.attempts;
  const makeDue = (id: string) =>
    api().pool.query('update automation_executions set due_at = now() where id = $1', [id]);
  const count = async (text: string, id: string): Promise<number> =>
    (await api().pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, text.includes('$1') ? [id] : []))
      .rows[0]!.n;

  /** For an action whose commit fails twice and then succeeds: returns the tables changed by the second attempt, and what was created. */
  async function tried(
    { automation, call, finished }: ReturnType<typeof useAutomations>,
    type: string,
    { config, about = {}, count: text }: Effect,
  ): Promise<{ readonly changed: readonly string[]; readonly made: number }> {
    const id = await automation('manual_execution', { actions: [{ type, config }] });
    const audited = text.replaceAll('$automation', `'${id}'`);
    await setFailing(true);
    const { executionId } = (await call(`/automations/${id}/run`, about)).body as { executionId: string };
    expect([type, await attempts(executionId)]).toEqual([type, 1]);
    const before = await contents();
    await makeDue(executionId);
    await waitUntil(async () => (await attempts(executionId)) === 2);
    const after = await contents();
    await setFailing(false);
    await makeDue(executionId);
    expect([type, (await finished(id)).map(({ status }) => status)]).toEqual([
      type,
      [type === 'wait' ? 'waiting' : 'completed'],
    ]);
    const isChanged = ([name, of]: [string, string]) => !ofTheServer.includes(name) && before.get(name) !== of;
    const changed = [...after].filter(isChanged).map(([name]) => name);
    return { changed, made: await count(audited, executionId) };
  }

  /** Audit entries of an automation: one for the effect of its action. */
  const audited = `audit_events where actor_id = $automation`;

  async function effects(): Promise<Readonly<Record<InTransaction, Effect>>> {
    const { made, newPerson, newPayment, call } = asBoss;
    const entityId = await newPerson();
    const transactionId = await newPayment(entityId, 10);
    const list = (await made('/data-lists', { name: 'Seen', type: 'custom', source: 'internal' })).data.id as string;
    const url = 'https://93.184.216.34/hooks';
    const hook = (await made('/webhook-config', { name: 'Out', url, events: ['webhook.disabled'] })).webhook
      .id as string;
    const opened = await made('/intelligence/investigations', { name: 'Open', entityId });
    const investigationId = opened.investigation.id as string;
    const roleId = ((await call('/roles')).body as { roles: { id: string }[] }).roles[0]!.id;
    const assigned = { investigationId, assignedTo: roleId, assignedToType: 'role' };
    const about = { entityId };
    const source =
      'rule all "All" {\n  on person\n  score 40\n  when entity.countryCode = "BR"\n  then suggest FLAG\n}\n';
    await publishRule({ ...api(), call: (path, request) => boss.call(path, request) }, { source });
    return {
      create_alert: { config: { name: 'A', severity: 'LOW' }, about, count: 'alerts' },
      create_investigation: { config: { name: 'C' }, about, count: `cases where name = 'C'` },
      assign_investigation: { config: assigned, count: audited },
      add_note: { config: { investigationId, body: 'N' }, count: 'notes' },
      update_entity_status: {
        ...{ config: { status: 'blocked' }, about },
        count: `entity_status_history where source = 'automation'`,
      },
      update_entity_attributes: { config: { attributes: { level: 'gold' } }, about, count: audited },
      update_transaction_status: {
        ...{ config: { status: 'SUSPENDED' }, about: { transactionId } },
        count: `${audited} and event = 'transaction_status_changed'`,
      },
      add_to_data_list: { config: { listId: list, primaryValue: 'A-7' }, count: 'data_list_items' },
      run_risk_matrix: { config: {}, about, count: `evaluations where trigger = 'manual_evaluation'` },
      send_webhook: { config: { webhookId: hook }, count: `webhook_deliveries where event = 'automation.message'` },
      send_email: {
        config: { to: ['ana@example.com'], subject: 'S', body: 'B' },
        count: `outgoing_emails where event = 'mail.automation'`,
      },
      send_notification: { config: { title: 'T' }, count: `outbox_events where event = 'notification'` },
      wait: { config: {}, count: 'automation_tokens where execution_id = $1' },
      set_variable: { config: { name: 'x', value: '1' }, count: 'automation_steps where execution_id = $1' },
    };
  }

  it('are committed with their step or not at all, for every action, and happen once on retry', async () => {
    const all = await effects();
    expect([...Object.keys(all), 'run_enrichment', 'start_kyc_validation'].sort()).toEqual(
      Object.keys(actionConfigs).sort(),
    );
    const found = [];
    for (const [type, effect] of Object.entries(all)) found.push([type, await tried(asBoss, type, effect)]);
    const expected = { changed: ['automation_executions'], made: 1 };
    expect(found).toEqual(Object.keys(all).map((type) => [type, expected]));
  }, 300_000);

  it('use an idempotency key for an external request, so that it is sent and charged once', async () => {
    await fakes().topUp(1_000);
    const entityId = await fakes().newEntity();
    const before = (await fakes().balance()).balanceCents;
    const effect = {
      config: { integrationCodes: ['global_fake_safe'] },
      about: { entityId },
      count: `enrichment_requests where entity_id = '${entityId}'`,
    };
    expect(await tried(asKey, 'run_enrichment', effect)).toEqual({ changed: ['automation_executions'], made: 1 });
    expect(fakes().source.asked).toHaveLength(1);
    expect(before - (await fakes().balance()).balanceCents).toBe(7);
  });

  it('design 8.1, 18: stop when automations trigger each other through enrichments', async () => {
    await fakes().topUp(1_000);
    const entityId = await fakes().newEntity();
    const enrich = (mark: string): object => ({
      actions: [
        {
          type: 'run_enrichment',
          config: { integrationCodes: ['global_fake_safe'], parameters: { mark: `${mark} {{requestId}}` } },
        },
      ],
    });
    const ids = await Promise.all(
      ['first', 'second'].map((mark) => asKey.automation('enrichment_completed', enrich(mark))),
    );
    expect((await fakes().enrich(entityId, ['global_fake_safe'])).status).toBe(200);
    // Each is executed for the manual request and for the other's request, and is stopped by its own id three times.
    for (const id of ids)
      expect((await asKey.finished(id, 5)).map(({ status, reason }) => reason ?? status).sort()).toEqual([
        ...['completed', 'completed'],
        ...['own_chain', 'own_chain', 'own_chain'],
      ]);
  });
});
