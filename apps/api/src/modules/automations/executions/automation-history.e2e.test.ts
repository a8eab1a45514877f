import { CheckGuards } from '../../rules/rule-guards/index.js';
import { MonitorEntities } from '../../screening/monitoring/use-cases/monitor-entities.js';
import { saysName } from '../../../../test/support/fake-source.js';
import { listedPerson, useListFiles } from '../../../../test/support/list-files.js';
import { makeEveryMove } from '../../../../test/support/provoke-validations.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { cnpjOf, personPartner, registered, useRegister } from '../../../../test/support/register-source.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { useValidations } from '../../../../test/support/use-validations.js';

describe('design 8.1, 19: history of triggers fired by other parts of the platform', () => {
  const api = useOwnTestApi({ WATCHLISTS: 'un_sc' });
  const fakes = useFakeProviders(api);
  const register = useRegister(api);
  const validations = useValidations(api);
  const { serve } = useListFiles();
  const { call, automation, newPerson, newPayment, finished, stepsOf } = useAutomations(api);
  const actions = [{ type: 'set_variable', config: { name: 'x', value: '1' } }];
  const isBrazilian = [{ field: 'countryCode', operator: 'eq', value: 'BR' }];

  /** For each trigger: its settings, its conditions, how often it starts, and what causes it. */
  const triggers: readonly (readonly [string, object, object[], number, () => Promise<void>])[] = [
    ['enrichment_completed', {}, isBrazilian, 2, enrich],
    ['relationships_materialized', {}, isBrazilian, 1, materialize],
    ['risk_score_changed', { crosses: 30, direction: 'up' }, isBrazilian, 2, score],
    ['kyc_validation_completed', { to: ['approved', 'rejected'] }, isBrazilian, 2, validate],
    ['monitoring_hit', {}, isBrazilian, 2, monitor],
    ['rule_guard_tripped', {}, [], 1, tripGuard],
  ];

  it.each(triggers)(
    'reports for %s what actually happened',
    async (triggerType, triggerConfig, conditions, starts, make) => {
      const from = new Date().toISOString();
      const id = await automation(triggerType, { triggerConfig, conditions, actions });
      await make();
      const rows = await finished(id, starts);
      const steps = await Promise.all(rows.map(async (row) => (await stepsOf(row.id))[0]!.outcome));
      const to = new Date(Date.now() + 60_000).toISOString();
      const { report } = (await call(`/automations/${id}/test`, { history: { from, to } })).body;
      const [first] = report.nodes as Body[];
      const countOf = (outcome: string): number => steps.filter((each) => each === outcome).length;
      const happened = [rows.length, ...['true', 'false', 'unknown'].map(countOf)];
      expect([report.records, first!.true, first!.false, first!.unknown]).toEqual(happened);
      expect(rows).toHaveLength(starts);
    },
  );

  async function enrich(): Promise<void> {
    await fakes().topUp(10_000);
    fakes().source.respond = saysName;
    for (const countryCode of ['BR', 'AR'])
      await fakes().enrich(await newPerson({ countryCode }), ['global_fake_safe']);
    fakes().source.respond = (response) => void response.writeHead(500).end();
    await fakes().enrich(await newPerson(), ['global_fake_safe']);
    fakes().source.respond = saysName;
  }

  async function materialize(): Promise<void> {
    const taxId = cnpjOf(1);
    register().companies.set(taxId, registered(taxId, [personPartner('IRENE TAVARES QUINTELA', '456789')]));
    const id = await newPerson({ type: 'company', taxId });
    await call(`/entities/${id}/relationships/materialize`, { runEnrichmentFirst: true, runInBackground: false });
  }

  async function score(): Promise<void> {
    const source =
      'rule risky "Risky" {\n  on person\n  score 40\n  when entity.name = "Vera"\n  then suggest FLAG\n}\n';
    await publishRule(api(), { source });
    for (const countryCode of ['BR', 'AR']) await newPerson({ countryCode, name: 'Vera' });
    await newPerson({ name: 'Nina' });
  }

  async function validate(): Promise<void> {
    await makeEveryMove(api(), validations, await validations.newPerson());
  }

  async function monitor(): Promise<void> {
    const code = 'sanctions_screening';
    await call(`/marketplace/integrations/${code}`, { enabled: true, monitoringEnabled: true }, { method: 'PUT' });
    const others = [listedPerson('2', 'Omar Haddad'), listedPerson('3', 'Lin Otero')];
    await serve(api(), 'un_sc', others, '2026-10-01');
    for (const countryCode of ['BR', 'AR']) {
      const id = await newPerson({ name: 'Ana Lindqvist', countryCode });
      await call(`/entities/${id}/monitoring/${code}`, { isActive: true }, { method: 'PUT' });
    }
    await serve(api(), 'un_sc', [listedPerson('1', 'Ana Lindqvist'), ...others], '2026-10-02');
    await api().app.get(MonitorEntities).monitor();
  }

  async function tripGuard(): Promise<void> {
    const source =
      'rule guarded "Guarded" {\n  on transaction (created)\n  when transaction.amount >= 400 USD\n  then alert LOW "seen"\n}\n';
    const id = await publishRule(api(), { source });
    const limits = [{ metric: 'alerts', operator: 'lte', value: 0, window: '24h' }];
    await call(`/rules/${id}/guard`, { limits }, { method: 'PUT' });
    await newPayment(await newPerson(), 500);
    await api().app.get(CheckGuards).checkAll(new Date());
  }
});
