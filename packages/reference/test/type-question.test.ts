import { checkFile, isUnknown, readRules, type Diagnostic } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { evaluateCondition } from '../src/index.js';
import { check, worldOf } from './analysed-set.js';

const ruleOf = (condition: string, policy = ''): string =>
  `rule r {\n  on transaction\n  when ${condition}\n  ${policy}\n}\n`;

const findings = (source: string): readonly Diagnostic[] =>
  checkFile(readRules(source).file, { catalogue: libraryCatalogue }).diagnostics.filter(({ code }) => code === 'W1204');

/** Applies the first edit offered; its changes stay within single lines. */
function applied(source: string): string | null {
  const fix = findings(source).flatMap(({ fixes = [] }) => fixes)[0];
  if (!fix) return null;
  const lines = source.split('\n');
  for (const { range, newText } of fix.edits.toReversed()) {
    const line = lines[range.start.line] ?? '';
    lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
  }
  return lines.join('\n');
}

/** Payments of a person, a company or no party, with every field present or absent. */
const contexts = [{ type: 'person', occupation: true }, { type: 'person' }, { type: 'company' }, null].flatMap(
  (party) =>
    [true, false, undefined].flatMap((isPep) =>
      ['judge', 'baker'].map((occupation) => {
        const flag = isPep === undefined ? {} : { isPep };
        const person = party?.type === 'person' ? { ...flag, ...(party.occupation && { occupation }) } : {};
        const originEntity = party && { id: 'e', type: party.type, entityData: { person } };
        return { id: 't', amount: 10, currency: 'USD', flagged: isPep === true, ...(originEntity && { originEntity }) };
      }),
    ),
);

/** Returns for each context whether the rule hits, counting unknown as not hit. */
function hits(source: string): readonly boolean[] {
  const [rule] = check(source).rules;
  if (!rule) throw new Error('no rule');
  return contexts.map((context) => {
    const outcome = evaluateCondition(rule.condition, rule, worldOf(context));
    return !isUnknown(outcome) && outcome === true;
  });
}

const judge = 'origin.person.occupation = "judge"';

test.each([
  judge,
  `not ${judge}`,
  `transaction.flagged and ${judge}`,
  `transaction.flagged or ${judge}`,
  `any { not ${judge}, transaction.flagged }`,
  `at least 1 of { transaction.flagged, ${judge} }`,
  `length(origin.person.occupation) > 4 or origin.isPep`,
  `origin.person.occupation in ["judge", "baker"] and (transaction.amount > 50 USD or not ${judge})`,
])('testing the type first changes no hit of `%s`', (condition) => {
  const source = ruleOf(condition);
  const edited = applied(source);
  expect(edited).toContain('origin.type = "person"');
  expect(findings(edited ?? '')).toEqual([]);
  expect(findings(source)[0]?.fixes?.[0]?.safe).toBe(true);
  expect(hits(edited ?? '')).toEqual(hits(source));
});

test('offers no edit where false is not equivalent to unknown', () => {
  for (const condition of [
    `not (${judge} or transaction.flagged)`,
    `none { ${judge} }`,
    `if(transaction.flagged, true, ${judge})`,
    `"judge" in [origin.person.occupation, "judge"]`,
  ])
    expect(applied(ruleOf(condition))).toBeNull();
});

test('leaves the edit to the author when the rule handles unknown', () => {
  expect(findings(ruleOf(judge, 'unknown review'))[0]?.fixes?.[0]?.safe).toBe(false);
});
