import { transactionOf, rule, useInlineRecords } from '../../../../test/support/use-inline-records.js';

describe('inline transactions sent to rules', () => {
  const { create, add, outcome, refusal } = useInlineRecords();
  describe('with inline parties', () => {
    it('use a party about which nothing else is known', async () => {
      const sent = transactionOf({ origin: { riskScore: 80, countryCode: 'br', accounts: [{ bankCode: '1' }] } });
      expect(await outcome(rule('origin.riskScore = 80 and origin.countryCode = "BR"'), sent)).toBe('hit');
      expect(await outcome(rule('origin.name = "Origin" and origin.type = "person"'), sent)).toBe('hit');
      expect(await outcome(rule('origin.status = "active"'), sent)).toBe('unknown');
      expect(await outcome(rule('destination is missing'), sent)).toBe('hit');
      expect(await outcome(rule('count(transactions from origin in last 24h) = 1'), sent)).toBe('hit');
      expect(await outcome(rule('count(origin.accounts) = 1'), sent)).toBe('hit');
      const path = 'origin.enrichment["bureau"].score';
      const enriched = transactionOf({ origin: { enrichmentData: { mapped: { bureau: { score: 3 } } } } });
      expect(await outcome(rule(`${path} = 3`), enriched)).toBe('hit');
    });

    it('merge the sent data with the stored party', async () => {
      const origin = { riskScore: 80, entityData: { person: { occupation: 'pilot' } } };
      const sent = transactionOf({ originExternalId: 'ana', origin });
      const source = rule('origin.riskScore = 80 and origin.name = "Ana" and origin.person.occupation = "pilot"');
      expect(await outcome(source, sent)).toBe('hit');
      expect(await outcome(rule('count(transactions from origin in last 24h) = 3'), sent)).toBe('hit');
      const less = transactionOf({ originExternalId: 'ana', origin: { riskScore: null, name: null } });
      expect(await outcome(rule('origin.riskScore >= 0'), less)).toBe('unknown');
      expect(await outcome(rule('origin.name = "Ana"'), less)).toBe('hit');
    });
  });

  describe('with inline lists and rates', () => {
    it('use the sent list items instead of the stored ones', async () => {
      const id = await create({ name: 'Replaced', type: 'company_blocklist' });
      const other = await create({ name: 'Other', type: 'company_blocklist' });
      await add(id, 'Stored');
      await add(other, 'Elsewhere');
      const named = (name: string, lists: object): object => transactionOf({ origin: { name }, lists });
      const source = `list banned = "Replaced"\n${rule('origin.name in banned')}`;
      const inType = rule('origin.name in lists of type "company_blocklist"');
      for (const key of ['banned', 'Replaced', id, id.toUpperCase()]) {
        expect(await outcome(source, named('Stored', { [key]: [] }))).toBe('no_hit');
        expect(await outcome(source, named('ACME, Ltd.', { [key]: ['acme ltd'] }))).toBe('hit');
      }
      expect(await outcome(inType, named('Stored', {}))).toBe('hit');
      expect(await outcome(inType, named('Stored', { Replaced: [] }))).toBe('no_hit');
      expect(await outcome(inType, named('Given', { Replaced: ['given'] }))).toBe('hit');
      expect(await outcome(inType, named('Elsewhere', { Replaced: [] }))).toBe('hit');
      expect(await refusal(source, named('x', { banned: [], Replaced: [] }))).toEqual([
        400,
        'VALIDATION_ERROR',
        ['on.record.lists.Replaced'],
      ]);
    });

    it('look up and count items, and skip inactive and expired ones', async () => {
      await create({ name: 'Items' });
      const items = [
        { primaryValue: 'low', searchKeys: ['same'], riskScore: 10 },
        { primaryValue: 'high', searchKeys: ['same'], riskScore: 90 },
        { primaryValue: 'off', isActive: false },
        { primaryValue: 'over', expiresAt: '2020-01-01T00:00:00Z' },
      ];
      const sent = (name: string): object => transactionOf({ origin: { name }, lists: { Items: items } });
      const named = (when: string): string => `list items = "Items"\n${rule(when)}`;
      expect(await outcome(named('lookup(items, origin.name).riskScore = 90'), sent('same'))).toBe('hit');
      expect(await outcome(named('lookup(items, origin.name).riskScore = 90'), sent('none'))).toBe('unknown');
      expect(await outcome(named('listSize(items) = 2'), sent('same'))).toBe('hit');
      expect(await outcome(named('origin.name is similar to any in items at 70%'), sent('hihg'))).toBe('hit');
      expect(await outcome(rule('origin.name in list "Items"'), sent('off'))).toBe('no_hit');
      expect(await outcome(rule('origin.name in list "Items"'), sent('over'))).toBe('no_hit');
    });

    it('match addresses in network blocks', async () => {
      await create({ name: 'Nets', type: 'ip_blocklist' });
      const from = (ipAddress: string): object =>
        transactionOf({ deviceDetails: { ipAddress }, lists: { Nets: ['203.0.113.0/24'] } });
      const source = rule('transaction.deviceDetails.ipAddress in list "Nets"');
      expect(await outcome(source, from('203.0.113.7'))).toBe('hit');
      expect(await outcome(source, from('203.0.114.7'))).toBe('no_hit');
      await create({ name: 'Texts' });
      const lists = { Nets: ['203.0.113.0/24'], Texts: ['203.0.113.0/24'] };
      const asText = transactionOf({ metadata: { from: '203.0.113.7' }, lists });
      expect(await outcome(rule('transaction.metadata.from in list "Nets"'), asText)).toBe('hit');
      expect(await outcome(rule('transaction.metadata.from in list "Texts"'), asText)).toBe('no_hit');
    });

    it('convert with the sent rates at all times, and with stored rates otherwise', async () => {
      const rates = [{ base: 'usd', quote: 'ARS', rate: 1000 }];
      const sent = transactionOf({ amount: 500, currency: 'ARS', transactedAt: '2019-05-05T00:00:00Z', rates });
      expect(await outcome(rule('transaction.amount = 0.5 USD'), sent)).toBe('hit');
      expect(await outcome(rule('transaction.amountInUsd = 0.5'), sent)).toBe('hit');
      expect(await outcome(rule('transaction.amount = 0.5 USD'), { ...sent, rates: [] })).toBe('unknown');
      const brl = { ...transactionOf({ amount: 100, currency: 'BRL' }), rates };
      expect(await outcome(rule('transaction.amount = 20 USD'), brl)).toBe('hit');
      const own = { ...brl, rates: [{ base: 'BRL', quote: 'USD', rate: 0.5 }] };
      expect(await outcome(rule('transaction.amount = 50 USD'), own)).toBe('hit');
      const atOnce = { ...own, amount: 10, currency: 'USD', transactedAt: '2026-03-01T00:00:00Z' };
      expect(await outcome(rule('transaction.amount = 20 BRL'), atOnce)).toBe('hit');
    });
  });
});
