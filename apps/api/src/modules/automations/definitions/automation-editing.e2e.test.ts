import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly refersTo?: string;
  readonly values?: readonly string[];
}

interface Catalogue {
  readonly triggers: readonly {
    readonly type: string;
    readonly values: readonly string[];
    readonly fields: readonly Field[];
  }[];
  readonly actions: readonly { readonly type: string; readonly fields: readonly Field[] }[];
}

describe('automation editor', () => {
  const api = useTestApi();
  const { call, made, newPerson, finished, stepsOf } = useAutomations(api);

  const catalogue = async (): Promise<Catalogue> => (await call('/automations/catalogue')).body;
  const check = async (body: object): Promise<{ problems: Record<string, string>; nextTimes: readonly string[] }> => {
    const answer = await call('/automations/check', body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as never;
  };
  const convert = (body: object): Promise<TestResponse> => call('/automations/conditions', body);

  it('lists the fields of each trigger and action exactly as they are validated', async () => {
    const { actions, triggers } = await catalogue();
    const alert = actions.find(({ type }) => type === 'create_alert')!.fields;
    expect(alert.map(({ name }) => name)).toEqual([
      ...['name', 'severity', 'targetEntityId', 'transactionId', 'category', 'description'],
    ]);
    expect(alert[1]).toMatchObject({ type: 'enum', required: true, values: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] });
    expect(alert[2]).toMatchObject({ type: 'uuid', required: false, refersTo: 'entity' });
    const email = actions.find(({ type }) => type === 'send_email')!.fields;
    expect(email[0]).toMatchObject({ name: 'to', type: 'text', isArray: true, minItems: 1, maxItems: 20 });
    const status = triggers.find(({ type }) => type === 'entity_status_changed')!.fields;
    expect(status.find(({ name }) => name === 'to')?.values).toContain('under_review');
    const score = triggers.find(({ type }) => type === 'risk_score_changed')!.fields;
    expect(score.find(({ name }) => name === 'direction')).toMatchObject({ required: true, values: ['up', 'down'] });
    const every = triggers.find(({ type }) => type === 'scheduled')!.fields.find(({ name }) => name === 'every');
    expect(every).toMatchObject({ type: 'object', isArray: false });
  });

  it('reports all validation errors at once, each with its location', async () => {
    const { problems } = await check({
      triggerType: 'entity_created',
      triggerConfig: { cron: '0 8 * * *' },
      conditions: [{ field: 'amuont', operator: 'eq', value: 1 }],
      actions: [
        { type: 'create_alert', config: { name: '{{entity.name}}', colour: '{{entity.name}}' } },
        { type: 'update_transaction_status', config: { status: 'never' } },
        { type: 'send_email', config: { to: [], subject: '' } },
      ],
    });
    expect(Object.keys(problems).sort()).toEqual([
      ...['actions[0].config.colour', 'actions[0].config.severity', 'actions[1]', 'actions[1].config.status'],
      ...['actions[2].config.body', 'actions[2].config.subject', 'actions[2].config.to'],
      ...['conditions[0]', 'triggerConfig.cron'],
    ]);
    const fine = { triggerType: 'entity_created', actions: [{ type: 'wait', config: {} }] };
    expect(await check(fine)).toMatchObject({ problems: {}, nextTimes: [] });
    expect((await call('/automations/check', { ...fine, other: 1 })).status).toBe(400);
  });

  it('previews the next run times of a schedule in its time zone', async () => {
    const actions = [{ type: 'wait', config: {} }];
    const scheduled = { type: 'scheduled', triggerType: 'scheduled', actions };
    const cron = { cron: '0 6 * * 1-5', timezone: 'America/Sao_Paulo' };
    const { problems, nextTimes } = await check({ ...scheduled, triggerConfig: cron });
    expect(problems).toEqual({});
    expect(nextTimes).toHaveLength(5);
    for (const time of nextTimes) expect(time).toMatch(/T09:00:00\.000Z$/);
    expect((await check({ ...scheduled, triggerConfig: { cron: '* * * * *' } })).nextTimes).toEqual([]);
  });

  it.each([
    ['transaction_created', 'transaction.amount >= 10_000 USD', 'transaction'],
    [
      'transaction_created',
      'transaction.amount >= 10_000 USD\nand (transaction.channel = "web" or transaction.amount > 1 USD)',
      'transaction',
    ],
    ['entity_created', 'entity.countryCode in ["BR", "AR"]', 'person'],
    ['entity_created', '', 'person'],
  ])('converts conditions of %s to text: %s', async (triggerType, text, recordType) => {
    const { status, body } = await convert({ triggerType, text });
    expect([status, body]).toMatchObject([200, { text, recordType }]);
    const back = await convert({ triggerType, conditions: body.conditions });
    expect(back.status).toBe(200);
    expect((await convert({ triggerType, text: back.body.text })).body.conditions).toEqual(body.conditions);
  });

  it.each([
    [{ triggerType: 'transaction_created', text: 'transaction.amount >=' }, 422, 'INVALID_SOURCE'],
    [
      { triggerType: 'transaction_created', text: 'transaction.amount > 1 USD then alert HIGH "x"' },
      400,
      'VALIDATION_ERROR',
    ],
    [
      {
        triggerType: 'transaction_created',
        text: 'transaction.amount > 1 USD }\nrule b "B" { on transaction when transaction.amount > 2 USD',
      },
      400,
      'VALIDATION_ERROR',
    ],
    [{ triggerType: 'webhook_received', text: 'transaction.amount > 1 USD' }, 400, 'VALIDATION_ERROR'],
    [{ triggerType: 'transaction_created' }, 400, 'VALIDATION_ERROR'],
    [{ triggerType: 'transaction_created', conditions: [{ nothing: 1 }] }, 422, 'INVALID_CONDITIONS'],
  ])('rejects an invalid condition: %j', async (body, status, code) => {
    const answer = await convert(body);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });

  it('lists only values that the events of a trigger contain', async () => {
    const { triggers } = await catalogue();
    const nameAll = async (triggerType: string, start: () => Promise<unknown>): Promise<readonly string[]> => {
      const { values } = triggers.find(({ type }) => type === triggerType)!;
      const value = values.map((path) => `{{${path}}}`).join(' ');
      const actions = [{ type: 'set_variable', config: { name: 'all', value } }];
      const { automation } = await made('/automations', { name: triggerType, triggerType, actions });
      await start();
      const [execution] = await finished(automation.id as string);
      const [step] = await stepsOf(execution!.id);
      return (step as { result?: { missingPaths?: string[] } }).result?.missingPaths ?? [];
    };
    const person = await newPerson({ taxId: '529.982.247-25', externalId: 'values-1' });
    expect(
      await nameAll('entity_created', () => newPerson({ taxId: '111.444.777-35', externalId: 'values-2' })),
    ).toEqual([]);
    // Fields that the payment does not have are empty.
    const payment = { type: 'PAYMENT', externalId: 'values-3', amount: 12, currency: 'USD', originEntityId: person };
    expect(await nameAll('transaction_created', () => made('/transactions', payment))).toEqual([
      ...['channel', 'paymentMethod', 'description'],
      ...['entityId', 'name', 'externalId', 'country'].map((name) => `destination.${name}`),
    ]);
  });
});
