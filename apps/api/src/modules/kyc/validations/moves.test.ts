import { type BiometricResult, decide, documentChecks } from '@tamis/identity-documents';
import fc from 'fast-check';

import { assertMove, type Evidence, moves, type ValidationStatus, validationStatuses } from './domain/moves.js';

/** The table of Shapes 22, repeated independently. */
const table: readonly (readonly [ValidationStatus, ValidationStatus])[] = [
  ['pending', 'in_progress'],
  ['pending', 'expired'],
  ['pending', 'cancelled'],
  ['in_progress', 'in_review'],
  ['in_progress', 'approved'],
  ['in_progress', 'rejected'],
  ['in_progress', 'abandoned'],
  ['in_progress', 'expired'],
  ['in_review', 'approved'],
  ['in_review', 'rejected'],
];

const review: Evidence = { kind: 'review', reviewer: { id: 'a', name: 'Ana' } };
const biometrics = (result: 'passed' | 'failed' | 'unsure'): Evidence => ({ kind: 'biometrics', result });
const evidences = [null, review, biometrics('passed'), biometrics('failed'), biometrics('unsure')];

const isAllowed = (...asked: Parameters<typeof assertMove>): boolean => {
  try {
    assertMove(...asked);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'INVALID_STATUS_TRANSITION', status: 409 });
    return false;
  }
};

describe('design 8.1, 21: validation status transitions', () => {
  it('follow the transition table and nothing else', () => {
    const allowed = validationStatuses.flatMap((from) =>
      validationStatuses.filter((to) => isAllowed(from, to, review)).map((to) => [from, to]),
    );
    expect(allowed.map(String).sort()).toEqual(table.map(String).sort());
    expect(Object.values(moves).flat()).toHaveLength(table.length);
  });

  it('lead to approved only with a passed face comparison or a review', () => {
    const approvals = (from: ValidationStatus) => evidences.filter((evidence) => isAllowed(from, 'approved', evidence));
    expect(approvals('in_progress')).toEqual([review, biometrics('passed')]);
    expect(approvals('in_review')).toEqual([review]);
    for (const from of validationStatuses.filter((status) => !['in_progress', 'in_review'].includes(status)))
      expect(approvals(from)).toEqual([]);
  });

  it('approve nothing without a face comparison, whatever else was checked', () => {
    const check = fc.record({
      code: fc.constantFrom(...(Object.keys(documentChecks) as (keyof typeof documentChecks)[])),
      outcome: fc.constantFrom('passed' as const, 'failed' as const, 'unchecked' as const),
      isHard: fc.boolean(),
      message: fc.constant(''),
    });
    const verdict = fc.constantFrom('passed' as const, 'failed' as const, 'unsure' as const);
    const scores = { livenessScore: fc.constant(null), faceMatchScore: fc.constant(null) };
    const biometric: fc.Arbitrary<BiometricResult | null> = fc.option(fc.record({ ...scores, result: verdict }));
    const asked = fc.record({
      checks: fc.array(check, { maxLength: 8 }),
      attempts: fc.nat(5),
      biometric,
      omitWarnings: fc.subarray(Object.keys(documentChecks)),
    });
    fc.assert(
      fc.property(asked, (input) => {
        const { status } = decide(input);
        if (status !== 'approved' && status !== 'rejected' && status !== 'in_review') return;
        const evidence = input.biometric && biometrics(input.biometric.result);
        // Every decision is a move that the table allows.
        assertMove('in_progress', status, evidence);
        if (status === 'approved') expect(input.biometric?.result).toBe('passed');
      }),
    );
  });
});
