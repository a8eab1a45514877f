import { checkSource } from './check.js';

/** Returns the codes of findings in the headers of a rule. */
const codesOf = (headers: string): readonly string[] =>
  checkSource(`rule r {\n  on transaction\n  ${headers}\n  when transaction.amount > 1 USD\n}\n`).diagnostics.map(
    ({ code }) => code,
  );

test.each([
  ['from 2026-02-01 until 2026-02-01', []],
  ['from 2026-02-02 until 2026-02-01', ['E0308']],
  ['from 2026-02-01T12:00:00Z until 2026-02-01T12:00:00Z', []],
  ['from 2026-02-01T12:00:00Z until 2026-02-01T11:59:59Z', ['E0308']],
  // A day ends with its last instant in the zone of the organization, which is not known here.
  ['from 2026-02-01T12:00:00Z until 2026-02-01', []],
  ['from 2026-02-02T13:59:59Z until 2026-02-01', []],
  ['from 2026-02-02T14:00:00Z until 2026-02-01', ['E0308']],
  ['from 2026-02-01 until 2026-01-31T10:00:00Z', []],
  ['from 2026-02-01 until 2026-01-31T09:59:59Z', ['E0308']],
])('a period %s', (period, codes) => {
  expect(codesOf(`effective ${period}`)).toEqual(codes);
});

test.each([
  ['countries: []', ['W1318']],
  ['countries: [], transactionTypes: []', ['W1318', 'W1318']],
  ['countries: ["BR"]', []],
])('a scope of %s', (scope, codes) => {
  expect(codesOf(`scope { ${scope} }`)).toEqual(codes);
});
