import { diagnosticCodes, type CheckOptions, type Diagnostic, type Fix } from '@tamis/lang';
import { checkSource } from './check.js';

const options: Partial<CheckOptions> = { lints: { pragma: true, analysis: true } };
const checked = (source: string): readonly Diagnostic[] => checkSource(source, options).diagnostics;

function applied(source: string, { edits }: Fix): string {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = ({ line, character }: { line: number; character: number }): number => starts[line]! + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (text, { range, newText }) => text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end)),
      source,
    );
}
const errors = (found: readonly Diagnostic[]): number => found.filter(({ severity }) => severity === 'error').length;

function problems(source: string): string[] {
  const before = checked(source);
  return before.flatMap((diagnostic) =>
    (diagnostic.fixes ?? []).flatMap((fix) => {
      const text = applied(source, fix);
      const after = checked(text);
      const same = after.filter(
        ({ code, message }) => code === diagnostic.code && message === diagnostic.message,
      ).length;
      const had = before.filter(
        ({ code, message }) => code === diagnostic.code && message === diagnostic.message,
      ).length;
      const isBetter = errors(after) <= errors(before) - (diagnostic.severity === 'error' ? 1 : 0);
      if (same < had && isBetter) return [];
      const line = text.split('\n')[fix.edits[0]!.range.start.line];
      return [
        `${diagnostic.code} ${diagnostic.message} | ${fix.title} safe=${fix.safe} | ${line} | ${after
          .filter(({ severity, code }) => severity === 'error' || code === diagnostic.code)
          .map(({ code, message }) => `${code} ${message}`)
          .slice(0, 2)
          .join('; ')}`,
      ];
    }),
  );
}

const on = (target: string, when: string, then = ''): string =>
  `language 1\n\nlist blocked = "blocked"\n\nrule r {\n  on ${target}\n  when ${when}\n  and not (origin in blocked)\n${then}}\n`;

const counted = (window: string, where = ''): string => `count(${window} in last 1d${where}) > 3`;

/** Conditions that trigger a fix, in addition to the examples of the codes. */
const conditions = [
  ...['transactions', 'userEvents', 'alerts', 'cases'].map((source) => counted(source)),
  ...['origin.countryCode = "BR"', 'originAccount.details.bin = "411111"', 'destination.name = "A"'].map((where) =>
    counted('transactions from entity', ` where ${where}`),
  ),
  ...['origin.countryCode = "BR"', 'originAccount.details.bin = "411111"', 'destination in blocked'].map((where) =>
    counted('transactions from origin', ` where ${where}`),
  ),
  ...['chanel', 'originEntityId', 'deviceId'].map((field) =>
    counted('transactions from origin', ` where channel = current.transaction.${field}`),
  ),
  ...['deviceId', 'chanel', 'entitty.name', 'orgin.name'].map((path) =>
    counted('transactions from entity', ` where channel = current.${path}`),
  ),
  'transaction.amount > max(amount of transactions\n from origin in last 1d)',
  ...['language', 'amount', 'accountAge'].map((length) => `count(transactions from origin in last ${length}) > 3`),
  'not (origin.person.occupation = "x" or origin.nationality = "BR")',
  'origin.person.occupation != "x"',
  'origin.countryCode = "BR" and true or true // a comment',
];

/** In a message, an unescaped quote in a fix would end it. */
const holes = [
  ...['{origin.contryCode}', String.raw`{if(transaction.type = \"payment\", 1, 2)}`, "{if(transaction.type = 'PAYMENT', 1, 2)}"],
  ...['{if(transaction.type = “PAYMENT”, 1, 2)}', '{if(transaction.amount > 100 usd, 1, 2)}', String.raw`{if(origin.name = \"a\\q\", 1, 2)}`],
]; // prettier-ignore

const targets = ['transaction', 'userEvent', 'person', 'person, company'];

describe('fixes of diagnostics', () => {
  it('remove their diagnostic and add no error, in the examples of each code', () => {
    expect(diagnosticCodes.flatMap(({ example }) => [...problems(example.wrong), ...problems(example.right)])).toEqual(
      [],
    );
  });

  it('never change a filter of W1311 so that it matches no record', () => {
    const fixesOf = (where: string): readonly string[] =>
      checked(on('transaction', counted('transactions from origin', ` where ${where}`)))
        .filter(({ code }) => code === 'W1311')
        .flatMap(({ fixes = [] }) => ['found', ...fixes.map(({ title }) => title)]);
    expect(fixesOf('destination.countryCode = "BR"')).toEqual(['found']);
    expect(fixesOf('amount > 5 USD and destination.countryCode in ["BR", "AR"]')).toEqual(['found']);
    expect(fixesOf('destination.countryCode != origin.countryCode')).toEqual([
      'found',
      'replace with `current.destination.countryCode`',
    ]);
  });

  it.each(targets)('work in rules on %s, inside aggregates, after `current.` and in messages', (target) => {
    const sources = [
      ...conditions.map((when) => on(target, when)),
      ...(target === 'transaction' ? holes : []).map((hole) => on(target, 'true', `  then alert LOW "x ${hole} y"\n`)),
    ];
    const listed = ['type', 'taxId', 'blockd'].map((list) =>
      on(target, 'true', `  then add entity.taxId to ${list}\n`),
    );
    expect([...sources, ...listed].flatMap(problems)).toEqual([]);
  });
});

it('turns the line ends of another system into line breaks, so that nothing moves into a comment', () => {
  const source = `language 1\n\n// why\nrule r {\n  on transaction\n  when transaction.flagged\n}\n`;
  const old = source.replaceAll('\n', '\r');
  const fixes = checked(old).flatMap(({ code, fixes: found = [] }) => (code === 'E0108' ? found : []));
  expect(applied(old, { ...fixes[0]!, edits: fixes.flatMap(({ edits }) => edits) })).toBe(source);
  expect(fixes.every(({ safe, title }) => safe && title === 'write a line break')).toBe(true);
});
