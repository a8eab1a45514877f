import { openMarked, serviceWith, stripMarks, uri } from './cursor-marks.js';

const file = `list mules = "Known mules"
const HOME = "BR"
define near(x) as x >= 9_000 USD

rule first "Sent home" {
  on transaction
  let sent = count(transactions from origin in last 1h where status != "DECLINED")
  when sent >= 5 and destination.countryCode = HOME and near(transaction.amount)
  then alert MEDIUM "{origin.name}: {sent} payments"
}

test "outside" for first {
  when transaction { amount: 1 USD }
  expect no hit
}
`;

/** Returns the file with `|` before the nth occurrence of a word. */
function at(word: string, nth: number, text = file): string {
  let from = -1;
  for (let count = 0; count < nth; count++) from = text.indexOf(word, from + 1);
  if (from < 0) throw new Error(`there is no ${String(nth)}. ${word}`);
  return `${text.slice(0, from)}|${text.slice(from)}`;
}

const lineOf = (text: string, word: string): number => text.slice(0, text.indexOf(word)).split('\n').length - 1;

describe('definition', () => {
  it.each([
    ['a let in a condition', at('sent', 2), 'let sent'],
    ['a let in a message', at('sent', 3), 'let sent'],
    ['a constant', at('HOME', 2), 'const HOME'],
    ['a definition that is called', at('near', 2), 'define near'],
    ['a parameter of a definition', at('x >=', 1), 'define near'],
    ['a rule named in a test', at('first', 2), 'rule first'],
  ])('is found for %s', (_title, marked, declaration) => {
    const { service, at: position, text } = openMarked(marked);
    const found = service.definition(uri, position);
    expect(found.map(({ range }) => range.start.line)).toEqual([lineOf(text, declaration)]);
  });

  it('is empty for a field, a function or a keyword', () => {
    for (const word of ['countryCode', 'count(', 'when', 'MEDIUM']) {
      const { service, at: position } = openMarked(at(word, 1));
      expect(service.definition(uri, position)).toEqual([]);
    }
  });

  it('is found in another open file', () => {
    const service = serviceWith();
    const { text, positions } = stripMarks('rule r { on transaction when transaction.amount > LI|MIT }');
    service.open('file:///a.rules', 1, text);
    service.open('file:///b.rules', 1, 'const LIMIT = 5 USD\n');
    const [position] = positions;
    expect(service.definition('file:///a.rules', position ?? { line: 0, character: 0 })).toEqual([
      { uri: 'file:///b.rules', range: { start: { line: 0, character: 6 }, end: { line: 0, character: 11 } } },
    ]);
  });
});

describe('references', () => {
  it('include all uses of a let, also in messages', () => {
    const { service, at: position } = openMarked(at('sent', 1));
    expect(service.references(uri, position)).toHaveLength(3);
    expect(service.references(uri, position, false)).toHaveLength(2);
  });

  it('do not confuse a field of the record with a constant of the same name', () => {
    const { service, at: position } = openMarked(
      'const |status = "x"\nrule r { on transaction when count(transactions from origin in last 1h where status = "DECLINED") > 1 }',
    );
    expect(service.references(uri, position)).toHaveLength(1);
  });

  it('of a let stay within its rule', () => {
    const { service, at: position } = openMarked(
      'rule a { on transaction let |n = 1 when n > 0 }\nrule b { on transaction let n = 2 when n > 0 }',
    );
    expect(service.references(uri, position).map(({ range }) => range.start.line)).toEqual([0, 0]);
  });
});

/** Returns the text after applying the edits of one file. */
function applied(
  text: string,
  edits: readonly {
    range: { start: { line: number; character: number }; end: { line: number; character: number } };
    newText: string;
  }[],
): string {
  const starts = text.split('\n').reduce<number[]>((all, line) => [...all, (all.at(-1) ?? 0) + line.length + 1], [0]);
  const offset = (position: { line: number; character: number }): number =>
    (starts[position.line] ?? 0) + position.character;
  let result = text;
  for (const { range, newText } of [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start)))
    result = result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end));
  return result;
}

describe('rename', () => {
  it('changes every use, including in messages, and nothing else', () => {
    const { service, at: position, text } = openMarked(at('sent', 1));
    const result = service.rename(uri, position, 'payments');
    expect(result.ok && applied(text, result.edit.changes?.[uri] ?? [])).toBe(
      text.replace('let sent', 'let payments').replace('when sent', 'when payments').replace('{sent}', '{payments}'),
    );
  });

  it('covers all open files', () => {
    const service = serviceWith();
    service.open('file:///a.rules', 1, 'rule r { on transaction when transaction.amount > LIMIT }');
    service.open('file:///b.rules', 1, 'const LIMIT = 5 USD\n');
    const result = service.rename('file:///b.rules', { line: 0, character: 8 }, 'CAP');
    expect(result.ok && Object.keys(result.edit.changes ?? {}).sort()).toEqual(['file:///a.rules', 'file:///b.rules']);
  });

  it.each([
    ['a reserved word', 'when', 'reserved word'],
    ['no name at all', '5x', 'not a name'],
    ['two words', 'a b', 'not a name'],
    ['a root', 'origin', 'word of the language'],
    ['the time of the evaluation', 'now', 'word of the language'],
    ['the name of a constant', 'HOME', 'already declared'],
    ['the name of the rule', 'first', 'already declared'],
    ['the name of a parameter of a definition', 'x', null],
  ])('of a let to %s', (_title, name, problem) => {
    const { service, at: position } = openMarked(at('sent', 1));
    const result = service.rename(uri, position, name);
    expect(result.ok ? null : result.problem).toEqual(problem === null ? null : expect.stringContaining(problem));
  });

  it('of a constant rejects the name of a let', () => {
    const { service, at: position } = openMarked(at('HOME', 1));
    expect(service.rename(uri, position, 'sent')).toEqual({ ok: false, problem: expect.stringContaining('let') });
  });

  it('rejects a name that a field of the record would shadow', () => {
    const { service, at: position } = openMarked(
      'const |LIMIT = 5\nrule r { on transaction when count(transactions from origin in last 1h where amount > 5 USD and LIMIT = 5) > 1 }',
    );
    expect(service.rename(uri, position, 'status')).toEqual({ ok: false, problem: expect.stringContaining('record') });
  });

  it('is rejected while a file that uses the name has syntax errors', () => {
    const { service, at: position } = openMarked(
      'const |LIMIT = 5 USD\nrule r { on transaction when transaction.amount > LIMIT and ( }',
    );
    expect(service.rename(uri, position, 'CAP')).toEqual({ ok: false, problem: expect.stringContaining('syntax') });
  });

  it('reports where a rename may start', () => {
    const { service, at: position } = openMarked(at('sent', 2));
    expect(service.prepareRename(uri, position)).toMatchObject({ start: position });
    const other = openMarked(at('countryCode', 1));
    expect(other.service.prepareRename(uri, other.at)).toBeNull();
  });
});
