import type { Body } from '../../../../test/support/start-test-api.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

describe('rules run by an automation', () => {
  const api = useOwnTestApi();
  const { call, automation, newPerson, finished, stepsOf } = useAutomations(api);

  const evaluationsOf = async (entityId: string): Promise<readonly Body[]> =>
    (await call(`/evaluations?entityId=${entityId}`)).body.evaluations as Body[];

  const publish = (code: string, country: string, triggers: string): Promise<string> =>
    publishRule(api(), {
      source: `rule ${code} "${code}" {\n  on person${triggers}\n  when entity.countryCode = "${country}"\n  then suggest FLAG\n}\n`,
    });

  /** Returns the step of a scheduled automation for the people of a country. */
  async function onSchedule(country: string, type: string, config: object): Promise<Body> {
    const id = await automation('scheduled', {
      type: 'scheduled',
      triggerConfig: {
        cron: '0 8 * * 1',
        entityFilter: [{ field: 'countryCode', operator: 'eq', value: country }],
        entityTypes: ['person'],
      },
      actions: [{ type, config }],
    });
    await api().pool.query("update automations set next_run_at = now() - interval '1 minute' where id = $1", [id]);
    const [execution] = await finished(id);
    return (await stepsOf(execution!.id))[0]!;
  }

  it('are reported as missing when no rule is set to run on a schedule', async () => {
    await newPerson({ countryCode: 'MX' });
    await publish('only_created', 'MX', ' (created)');
    expect(await onSchedule('MX', 'run_risk_matrix', {})).toMatchObject({
      status: 'failed',
      error: { code: 'NO_ACTIVE_RULES', message: expect.stringContaining('`scheduled`') },
    });
  });

  it('run on a schedule only when they name it, in an evaluation of type RULES', async () => {
    const entityId = await newPerson({ countryCode: 'CL' });
    await publish('weekly', 'CL', ' (scheduled)');
    await publish('at_start', 'CL', ' (created)');
    await publish('usual', 'CL', '');
    expect(await onSchedule('CL', 'run_risk_matrix', {})).toMatchObject({ status: 'completed' });
    const [evaluation] = await evaluationsOf(entityId);
    expect(evaluation).toMatchObject({ trigger: 'scheduled', evaluationType: 'RULES' });
    const shown = (await call(`/evaluations/${String(evaluation!.id)}`)).body;
    const { rulesHit, rulesNoHit } = (shown.evaluation ?? shown).rulesExecutionSummary as Record<string, Body[]>;
    expect([rulesHit!.map(({ name }) => name), rulesNoHit]).toEqual([['weekly'], []]);
    expect((await call(`/entities/${entityId}`)).body.currentEvaluation.evaluationType).toBe('RULES');
  });

  it('run on a status that the automation sets, as on one that a person sets', async () => {
    const entityId = await newPerson({ countryCode: 'PY' });
    await publish('moved', 'PY', ' (status_changed)');
    const id = await automation('manual_execution', {
      name: 'Holds',
      actions: [{ type: 'update_entity_status', config: { status: 'suspended' } }],
    });
    await call(`/automations/${id}/run`, { entityId });
    const [evaluation] = await evaluationsOf(entityId);
    expect(evaluation).toMatchObject({ trigger: 'entity_status_changed' });
    const [change] = (await call(`/entities/${entityId}/status-history`)).body.history;
    expect(change).toMatchObject({ status: 'suspended', source: 'automation', reason: 'set by the automation Holds' });
  });
});
