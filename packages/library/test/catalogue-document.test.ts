import { readRules } from '@tamis/lang';
import { catalogueDocument, libraryCatalogue } from '@tamis/library';

const document = catalogueDocument();
const items = [
  ...document.operators,
  ...document.functions,
  ...document.aggregates,
  ...document.actions,
  ...document.triggers,
  ...document.literals,
];

describe('catalogue document', () => {
  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('lists every declaration once', () => {
    const names = document.functions.map(({ name }) => name);
    expect(names).toEqual(libraryCatalogue.functions.map(({ name }) => name));
    for (const list of [document.operators, document.functions, document.aggregates, document.actions])
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    expect(document.aggregates).toHaveLength(15);
    expect(document.actions).toHaveLength(10);
  });

  it('contains the 17 reserved words and the five upper-case forms', () => {
    expect(document.reservedWords).toHaveLength(22);
    expect(document.reservedWords).toEqual(expect.arrayContaining(['rule', 'between', 'AND', 'IS']));
  });

  it('gives the syntax and the cost of every item', () => {
    for (const { name, textForm, description, weight, signature } of items) {
      expect([name, textForm, description, signature].every((text) => text.trim() !== '')).toBe(true);
      expect(weight).toBeGreaterThan(0);
    }
  });

  it('writes signatures with operands and result', () => {
    const signatureOf = (name: string) => items.find((item) => item.name === name)?.signature;
    expect(signatureOf('ipFlag')).toBe('(ip, text) → bool');
    expect(signatureOf('lookup')).toBe('(listref, text|number|ip|entity|enum|country|currency|any) → object');
    expect(signatureOf('otherwise')).toBe('(T, T) → T');
    expect(signatureOf('within_distance')).toBe('(geo, distance, geo) → bool');
    expect(signatureOf('least')).toMatch(/^\(T, T×15\) → T, T: number\|money/);
  });
});

it.each(items.map((item) => [`${item.kind} ${item.name}`, item.example] as const))(
  'the example of %s has a JSON form',
  (_name, { text, json }) => {
    expect([text, json === null]).toEqual([text, false]);
  },
);

const examples = [...libraryCatalogue.operators, ...libraryCatalogue.functions, ...libraryCatalogue.aggregates].flatMap(
  ({ name, examples: all }) => all.map((example) => [name, example.text, example] as const),
);

it.each(examples)('%s: the example `%s` is valid rule syntax', (_name, text, { declares = '' }) => {
  const { diagnostics } = readRules(`${declares} rule r { on transaction let x = ${text} when x is present }`);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
});

it('every operator, function and aggregate has at least two examples', () => {
  const few = [...libraryCatalogue.operators, ...libraryCatalogue.functions, ...libraryCatalogue.aggregates].filter(
    (declaration) => declaration.examples.length < 2,
  );
  expect(few.map(({ name }) => name)).toEqual([]);
});
