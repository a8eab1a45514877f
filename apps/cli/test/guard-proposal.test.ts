import { guardProposal } from '../src/runs/change-status.js';

const rule = (rest: string): string => `rule large "Large" {
  on transaction (created)
  when transaction.amount >= 100 USD
  ${rest}
}
`;

test.each([
  ['a rule that raises an alert', 'then alert HIGH "large"', 'hit rate within 5x of dry run'],
  ['a rule that asks for a review', 'then suggest REVIEW', 'hit rate within 5x of dry run'],
  ['a rule that may block', 'then suggest BLOCK', 'hit rate within 5x of dry run on trip notify'],
  ['a rule that takes unknown for a hit', 'unknown hit', 'hit rate within 5x of dry run on trip notify'],
])('with %s proposes a guard for when the rule leaves its dry-run range', (_, rest, guard) => {
  expect(guardProposal({ key: 'large', source: rule(rest) })).toBe(
    `no guard is set: tamis activate large --guard "${guard}" --reason "…"\n`,
  );
});
