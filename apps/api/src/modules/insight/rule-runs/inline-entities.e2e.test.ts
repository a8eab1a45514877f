import { transactionOf, rule, useInlineRecords } from '../../../../test/support/use-inline-records.js';

describe('rules on inline records', () => {
  const { api, post, outcome, refusal } = useInlineRecords();
  describe('of people and companies', () => {
    const person = (more: object = {}): Record<string, unknown> => ({
      type: 'person',
      name: 'Bea',
      countryCode: 'BR',
      ...more,
    });

    it('read them as they would be created, and take server-side values from the server only', async () => {
      const sent = person({ entityData: { person: { occupation: 'pilot' } } });
      const source = rule('person.occupation = "pilot" and entity.status = "under_review"', 'person');
      expect(await outcome(source, sent)).toBe('hit');
      expect(await outcome(rule('entity.riskScore = 0', 'person'), sent)).toBe('hit');
      expect(await outcome(rule('entity.riskScore = 70', 'person'), { ...sent, riskScore: 70 })).toBe('hit');
      const both = rule('entity.name = "Bea"', 'person, company');
      expect(await outcome(both, person({ type: 'company' }))).toBe('hit');
    });

    it('use the history of the stored entity with the same external id', async () => {
      const source = rule('count(transactions from entity in all time) = 2', 'person');
      expect(await outcome(source, person({ externalId: 'ana' }))).toBe('hit');
      expect(await outcome(source, person())).toBe('no_hit');
    });

    it.each<[string, object, string, string[]]>([
      ['one without a name', { name: undefined }, 'VALIDATION_ERROR', ['on.record.name']],
      ['a tax id of nobody', { taxId: '123' }, 'INVALID_TAX_ID', ['on.record.taxId']],
      ['a score beyond the scale', { riskScore: -1 }, 'VALIDATION_ERROR', ['on.record.riskScore']],
      ['what rules are not about', { type: 'device' }, 'INVALID_ENTITY_TYPE', []],
    ])('reject %s', async (_, wrong, code, paths) => {
      expect(await refusal(rule('entity.name = "x"', 'person'), person(wrong))).toEqual([400, code, paths]);
    });
  });

  describe('of user events', () => {
    const event = (more: object = {}): Record<string, unknown> => ({
      eventType: 'LOGIN_FAILED',
      userId: 'u-1',
      timestamp: '2026-03-01T12:00:00Z',
      ...more,
    });
    const known = { entityExternalId: 'ana' };

    it('read their entity and history, and their device as the event would leave it', async () => {
      await post(
        '/events/user',
        event({ ...known, externalId: 'e-1', deviceId: 'd-7', deviceDetails: { browser: 'a' } }),
      );
      const count = async (): Promise<unknown> => (await api().pool.query('select browser from devices')).rows;
      const before = await count();
      const sent = event({ ...known, deviceId: 'd-7', deviceDetails: { browser: 'b' } });
      expect(await outcome(rule('entity.name = "Ana" and device.browser = "b"', 'userEvent'), sent)).toBe('hit');
      const counted = rule('count(userEvents from entity in last 24h) = 2', 'userEvent');
      expect(await outcome(counted, sent)).toBe('hit');
      expect(await outcome(counted, { ...sent, externalId: 'e-1' })).toBe('no_hit');
      expect(await count()).toEqual(before);
    });

    it('read an inline entity', async () => {
      const sent = event({ entity: { riskScore: 80 }, deviceId: 'new', deviceDetails: { browser: 'c' } });
      const source = rule('entity.riskScore = 80 and device.browser = "c" and not device.isBlocked', 'userEvent');
      expect(await outcome(source, sent)).toBe('hit');
      expect(
        await outcome(rule('entity.name = "Ana" and entity.riskScore = 80', 'userEvent'), { ...sent, ...known }),
      ).toBe('hit');
    });

    it.each<[string, object, number, string, string[]]>([
      ['one of nobody', {}, 400, 'VALIDATION_ERROR', ['on.record.entityId']],
      ['one of an unknown entity', { taxId: '1' }, 404, 'ENTITY_NOT_FOUND', ['on.record.taxId']],
      ['one without its name', { ...known, eventType: 'CUSTOM' }, 400, 'VALIDATION_ERROR', ['on.record.metadata.name']],
      ['a strange entity', { entity: { strange: 1 } }, 400, 'VALIDATION_ERROR', ['on.record.entity.strange']],
    ])('reject %s', async (_, more, status, code, paths) => {
      expect(await refusal(rule('entity.riskScore > 1', 'userEvent'), event(more))).toEqual([status, code, paths]);
    });
  });

  it('infer the record type when the rules cover several types', async () => {
    const key = (name: string, source: string): string => source.replace('rule tried', `rule ${name}`);
    const source = [
      rule('transaction.amount > 1 USD'),
      key('of_person', rule('entity.name = "Bea"', 'person')),
      key('of_event', rule('entity.name = "Ana"', 'userEvent')),
    ].join('\n');
    expect(await outcome(source, transactionOf())).toBe('hit');
    expect(await outcome(source, { type: 'person', name: 'Bea', countryCode: 'BR' })).toBe('hit');
    expect(await outcome(source, { eventType: 'LOGIN_FAILED', userId: 'u-1', entityExternalId: 'ana' })).toBe('hit');
  });
});
