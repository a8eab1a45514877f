import { sweepCandidates } from '../src/index.js';
import { contentOf, payment, reportOf } from './replay.js';

const limited = contentOf(
  `param limit = 50 USD between 10 USD and 100 USD step 10 USD
rule spent { on transaction score 80 when sum(amount as USD of transactions from origin in last 1h) >= limit }`,
  'rule plain { on transaction score 10 when transaction.amount > 20 USD }',
);

const payments = Array.from({ length: 60 }, (_, index) =>
  payment(`p-${index}`, String((index * 7) % 40), index * 400_000),
);

const candidatesFor = (values: readonly string[]) => {
  const found = sweepCandidates(limited, 'limit', values);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
};

describe('parameter sweep', () => {
  it('gives for each value in one pass the same result as a dry run with that value', () => {
    const candidates = candidatesFor(['20 USD', '50 USD', '90 USD']);
    const together = reportOf({ baseline: limited, candidates }, payments).candidates;
    const alone = candidates.map((each) => reportOf({ baseline: limited, candidates: [each] }, payments).candidates[0]);
    expect(together).toEqual(alone);
    const hits = together.map(({ rules }) => rules[0]?.hits.candidate ?? 0);
    expect(hits).toEqual([...hits].sort((a, b) => b - a));
    expect(new Set(hits).size).toBe(3);
    expect(together[1]?.changed).toBe(0);
  });

  it('rejects a parameter that no rule declares, and an invalid value', () => {
    expect(sweepCandidates(limited, 'other', ['1'])).toEqual({
      ok: false,
      error: { kind: 'noParameter', param: 'other' },
    });
    expect(sweepCandidates(limited, 'limit', [') ('])).toEqual({ ok: false, error: { kind: 'noValue', value: ') (' } });
  });
});
