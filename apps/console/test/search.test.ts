import fc from 'fast-check';

import {
  dryRunStatuses,
  matchLabels,
  readDryRunsSearch,
  readLabSearch,
  readMatchesSearch,
  readStartSearch,
} from '../src/features/dry-runs/model/matches-search.js';
import { readRulesSearch, ruleStatuses } from '../src/features/rules/model/rules-search.js';
import { decisions, readTransactionsSearch } from '../src/features/transactions/model/transactions-search.js';

const readers = [
  ...[readRulesSearch, readTransactionsSearch, readDryRunsSearch, readMatchesSearch],
  ...[readLabSearch, readStartSearch],
] as const;
const text = fc.string({ minLength: 1, maxLength: 200 });

describe('URL search state', () => {
  it('round-trips', () => {
    const rules = fc.record(
      { q: text, status: fc.constantFrom(...ruleStatuses), page: fc.integer({ min: 2, max: 100_000 }) },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(rules, (search) => expect(readRulesSearch(search)).toEqual(search)));
    const payments = fc.record(
      { q: text, decision: fc.constantFrom(...decisions), cursor: text },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(payments, (search) => expect(readTransactionsSearch(search)).toEqual(search)));
    const decision = fc.constantFrom(...decisions);
    const short = fc.string({ minLength: 1, maxLength: 64 });
    const day = fc
      .date({ min: new Date(0), noInvalidDate: true, max: new Date('2100-01-01') })
      .map((date) => date.toISOString().slice(0, 10));
    const matches = fc.record(
      {
        ...{ from: decision, to: decision, rule: short, clause: text, segment: text, since: day, until: day },
        change: fc.constantFrom('gained', 'lost', 'same', 'flipped', 'unknown'),
        label: fc.constantFrom(...matchLabels),
        sort: fc.constantFrom('amount', 'occurredAt'),
        open: fc.uuid(),
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(matches, (search) => expect(readMatchesSearch(search)).toEqual(search)));
    const runs = fc.record({ status: fc.constantFrom(...dryRunStatuses), cursor: text }, { requiredKeys: [] });
    fc.assert(fc.property(runs, (search) => expect(readDryRunsSearch(search)).toEqual(search)));
    const lab = fc.record(
      { value: fc.nat(49), budget: fc.nat(1_000_000), change: fc.constantFrom('gained', 'lost'), rule: short },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(lab, (search) => expect(readLabSearch(search)).toEqual(search)));
    fc.assert(fc.property(fc.uuid(), (rule) => expect(readStartSearch({ rule })).toEqual({ rule })));
  });

  it('contains only known values, whatever an old or foreign link holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'q',
            'status',
            'page',
            'cursor',
            'decision',
            'from',
            'change',
            'since',
            'open',
            'value',
            'budget',
            'x',
          ),
          fc.jsonValue(),
        ),
        (given) => {
          for (const read of readers) {
            const once = read(given);
            expect(read({ ...once })).toEqual(once);
            expect(Object.keys(once)).not.toContain('x');
          }
        },
      ),
    );
  });

  it('omits defaults', () => {
    expect(readRulesSearch({ q: '', status: 'no such', page: 1 })).toEqual({});
    expect(readTransactionsSearch({ q: 12, decision: 'MAYBE', cursor: '' })).toEqual({ q: '12' });
  });
});
