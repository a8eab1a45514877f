import {
  type BiometricResult,
  decide,
  type DecisionInput,
  type DocumentCheck,
  documentChecks,
  type DocumentCheckCode,
} from '@tamis/identity-documents';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

const codes = Object.keys(documentChecks) as DocumentCheckCode[];
const check = (code: DocumentCheckCode, outcome: DocumentCheck['outcome']): DocumentCheck => ({
  ...{ code, outcome, message: 'a text' },
  isHard: documentChecks[code].isHard,
});
const face = (result: BiometricResult['result']): BiometricResult => ({
  livenessScore: 0.9,
  faceMatchScore: 0.9,
  result,
});
const allPassed = codes.map((code) => check(code, 'passed'));
const input: DecisionInput = { checks: allPassed, attempts: 0, biometric: face('passed'), omitWarnings: [] };
const except = (code: DocumentCheckCode, outcome: DocumentCheck['outcome']): readonly DocumentCheck[] =>
  codes.map((of) => check(of, of === code ? outcome : 'passed'));

const anyInput: fc.Arbitrary<DecisionInput> = fc.record({
  checks: fc.uniqueArray(
    fc
      .tuple(fc.constantFrom(...codes), fc.constantFrom('passed' as const, 'failed' as const, 'unchecked' as const))
      .map(([code, outcome]) => check(code, outcome)),
    { selector: ({ code }) => code },
  ),
  attempts: fc.nat(5),
  biometric: fc.option(fc.constantFrom('passed' as const, 'failed' as const, 'unsure' as const).map(face)),
  omitWarnings: fc.subarray([...codes, 'BIOMETRIC_NOT_CHECKED', 'BIOMETRIC_UNSURE', 'DOCUMENT_NOT_CHECKED']),
});

describe('validation decision', () => {
  test.each([
    ['everything passed, the face too', {}, 'approved', []],
    ['no biometric result', { biometric: null }, 'in_review', ['BIOMETRIC_NOT_CHECKED']],
    ['a face of somebody else', { biometric: face('failed') }, 'rejected', ['BIOMETRIC_FAILED']],
    ['a face that nobody is sure about', { biometric: face('unsure') }, 'in_review', ['BIOMETRIC_UNSURE']],
    ['no check at all', { checks: [] }, 'in_review', ['DOCUMENT_NOT_CHECKED']],
    [
      'wrong digits once',
      { checks: except('CHECK_DIGITS_WRONG', 'failed'), attempts: 1 },
      'correction',
      ['CHECK_DIGITS_WRONG'],
    ],
    [
      'wrong digits twice',
      { checks: except('CHECK_DIGITS_WRONG', 'failed'), attempts: 2 },
      'correction',
      ['CHECK_DIGITS_WRONG'],
    ],
    [
      'wrong digits thrice',
      { checks: except('CHECK_DIGITS_WRONG', 'failed'), attempts: 3 },
      'in_review',
      ['CHECK_DIGITS_WRONG'],
    ],
    ['an expired document', { checks: except('DOCUMENT_EXPIRED', 'failed') }, 'rejected', ['DOCUMENT_EXPIRED']],
    [
      'a date that could not be read',
      { checks: except('DATES_IMPOSSIBLE', 'unchecked') },
      'in_review',
      ['DATES_IMPOSSIBLE'],
    ],
    ['another name', { checks: except('NAME_MISMATCH', 'failed') }, 'in_review', ['NAME_MISMATCH']],
    [
      'another name, not counted',
      { checks: except('NAME_MISMATCH', 'failed'), omitWarnings: ['NAME_MISMATCH'] },
      'approved',
      [],
    ],
    [
      'a hard check, not counted',
      { checks: except('DOCUMENT_EXPIRED', 'failed'), omitWarnings: ['DOCUMENT_EXPIRED'] },
      'rejected',
      ['DOCUMENT_EXPIRED'],
    ],
  ] as const)('%s', (_what, of, status, reasons) => {
    expect(decide({ ...input, ...of })).toMatchObject({ status, reasons });
  });

  test('approves nothing without a passed biometric result', () => {
    fc.assert(
      fc.property(anyInput, (of) => {
        const { status, reasons } = decide(of);
        if (status === 'approved') expect(of.biometric?.result).toBe('passed');
        else expect(reasons.length).toBeGreaterThan(0);
      }),
      propertyRuns(10_000),
    );
  });

  test('rejects if a hard check failed, and never approves if one was not made', () => {
    fc.assert(
      fc.property(anyInput, (of) => {
        const hard = of.checks.filter(({ isHard }) => isHard);
        const { status } = decide(of);
        if (hard.some(({ outcome }) => outcome === 'failed')) expect(status).toBe('rejected');
        else if (hard.some(({ outcome }) => outcome === 'unchecked')) expect(status).not.toBe('approved');
      }),
      propertyRuns(10_000),
    );
  });

  test('is rejected or not regardless of omitted warnings', () => {
    fc.assert(
      fc.property(anyInput, (of) => {
        const [with_, without] = [decide(of).status, decide({ ...of, omitWarnings: [] }).status];
        expect(with_ === 'rejected').toBe(without === 'rejected');
        if (without === 'approved') expect(with_).toBe('approved');
      }),
      propertyRuns(10_000),
    );
  });
});
