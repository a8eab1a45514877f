import { changeOf } from '../src/features/organization/model/settings-form.js';
import { bandsOf, isOther, typedOf } from '../src/features/risk-matrices/model/bands.js';

describe('organization changes', () => {
  const before = { name: 'a', 'settings.blockedParties': 'reject', 'settings.rulePolicy.minTests': 0 };

  it('sends only changed fields, at their path', () => {
    expect(changeOf(before, before)).toBeNull();
    const after = { ...before, 'settings.rulePolicy.minTests': 2, 'settings.blockedParties': 'refuse' };
    const settings = { blockedParties: 'refuse', rulePolicy: { minTests: 2 } };
    expect(changeOf(before, after)).toEqual({ settings });
  });
});

describe('score bands of decisions', () => {
  const stored = [
    { decision: 'APPROVE' as const, from: null },
    { decision: 'HOLD' as const, from: 50 },
  ];

  it('round-trip as stored', () => {
    expect(bandsOf(typedOf(stored), stored)).toEqual(stored);
    expect([isOther(typedOf(stored), stored), isOther(typedOf([]), null)]).toEqual([false, false]);
  });

  it('must be ascending numbers', () => {
    const typed = { REVIEW_REQUIRED: '', HOLD: '60', REJECT: '80' };
    expect(bandsOf(typed, stored)).toEqual([
      stored[0],
      { decision: 'HOLD', from: 60 },
      { decision: 'REJECT', from: 80 },
    ]);
    expect(isOther(typed, stored)).toBe(true);
    expect(bandsOf({ ...typed, REJECT: '60' }, stored)).toBeNull();
    expect(bandsOf({ ...typed, REJECT: 'x' }, stored)).toBeNull();
  });
});
