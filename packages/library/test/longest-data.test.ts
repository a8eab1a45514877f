import type { Outcome, Signature, Type, TypePattern, Value } from '@tamis/lang';
import { evaluationEnvironment, foldText, libraryCatalogue } from '@tamis/library';
import { Decimal34 } from '@tamis/stdx';
import { partSeed, wholeOrPart } from '@tamis/testkit';

/**
 * The maximum characters of a text that operators read, followed by the bytes of an API body, which limits all elements of a list together.
 */
const longest = 16_384;
const bodyCharacters = 1_048_576;

const text = (unit: string): string => [...unit.repeat(longest)].slice(0, longest).join('');
const half = 'a'.repeat(longest / 4);

/** Texts that are expensive for some search, fold or form. */
const texts: readonly string[] = [
  'union 4711 limited',
  'union 12 '.repeat(90),
  text('a'),
  `${half}b${half}`,
  text('s a '),
  text('ﷺ'),
  `a${text('́')}`.slice(0, longest),
  text('😀.'),
  Array.from({ length: longest / 4 }, (_, word) => word.toString(36).padStart(3, '0')).join(' '),
];
const list = (count: number, make: (index: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
const textLists: readonly (readonly Value[])[] = [
  list(10_000, (index) => `v${String(index)}`),
  list(10_000, (index) => `1.2.3.${String(256 + index)}`),
  list(bodyCharacters / longest, (index) => `${half}b${'a'.repeat(longest / 2)}${String(index)}`),
  list(bodyCharacters / 1_024, (index) => `${'aé '.repeat(300)}${String(index)}`),
];
const numbers: readonly Value[] = [
  3,
  1e308,
  1e-308,
  new Decimal34(`${'1'.repeat(34)}e6000`),
  new Decimal34(`9.${'9'.repeat(33)}e-6000`),
];
const namedItems = (count: number, length: number): readonly Value[] =>
  list(count, (index) => ({
    id: String(index).padStart(6, '0'),
    primaryValue: `union ${String(index)} `.repeat(90).slice(0, length),
  }));
const numberList = list(10_000, (index) => index);

/** One that is refused because of its length, the longest one that is searched, and ones with many short names. */
const dataLists: Readonly<Record<string, readonly Value[]>> = {
  refused: namedItems(20_000, 1_000),
  longest: namedItems(2_900, 1_000),
  short: namedItems(100_000, 20),
  sounding: namedItems(11_000, 20),
};

const environment = evaluationEnvironment({
  now: Date.parse('2026-03-01T12:00:00Z'),
  timezone: 'America/Sao_Paulo',
  baseCurrency: 'USD',
  answer: (read) => (read.kind === 'listItems' ? { value: dataLists[read.listId] } : undefined),
});

const samples: Readonly<Partial<Record<Type['kind'], readonly Value[]>>> = {
  text: texts,
  number: numbers,
  duration: numbers,
  distance: numbers,
  money: numbers.map((amount) => ({ amount, currency: 'USD' })),
  list: textLists,
  any: [texts[0]!, textLists[0]!, numberList],
  country: ['BR', 'MX'],
  currency: ['USD'],
  ip: ['200.1.2.3', '2001:db8::1'],
  date: ['2026-03-01'],
  datetime: [Date.parse('2026-03-01T12:00:00Z')],
  bool: [true],
  enum: ['x'],
  entity: ['e-1'],
  geo: [{ lat: 1, lng: 2 }],
  object: [{}],
  listref: Object.keys(dataLists),
};

/** Constants that some operand accepts: large patterns, algorithms, timezones, units. */
const constants: readonly Value[] = [
  '(?:\\p{L}{1,30}[^x]?){1,10}z',
  '(?:ab?){660}z',
  'jaro_winkler',
  'levenshtein',
  'token_set',
  'phonetic',
  'month',
  'America/Sao_Paulo',
  'vpn',
  'card',
  'x',
  0.01,
  0.85,
  2,
  list(1_000, (index) => index),
];

const typeOf = (kind: Type['kind'], value: Value): Type =>
  kind === 'text'
    ? { kind, collation: 'ci' }
    : kind === 'list'
      ? {
          kind,
          element:
            typeof (value as readonly unknown[])[0] === 'number'
              ? { kind: 'number' }
              : { kind: 'text', collation: 'ci' },
        }
      : ({ kind } as Type);

/** Returns the possible values of each operand of a signature; for `T`, a text and a number. */
function operandsOf(
  { operands, constants: fixed = [] }: Signature,
  variable: Type['kind'],
): readonly (readonly (readonly [Type['kind'], Value])[])[] {
  return operands.map((pattern: TypePattern, operand) => {
    const kind =
      pattern === 'T'
        ? variable
        : pattern === 'list<T>'
          ? 'list'
          : ((typeof pattern === 'string' ? pattern : pattern[0]) as Type['kind']);
    const given = pattern === 'list<T>' && variable === 'number' ? [numberList] : (samples[kind] ?? []);
    const accepts = fixed.find((each) => each.operand === operand)?.accepts;
    const fitting = constants.filter(
      (value) => (Array.isArray(value) ? 'list' : typeof value === 'string' ? 'text' : 'number') === kind,
    );
    return (accepts ? fitting.filter(accepts) : given).map((value) => [kind, value] as const);
  });
}

function* combinations<T>(choices: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [first, ...others] = choices;
  if (!first) yield [];
  else for (const each of first) for (const rest of combinations(others)) yield [each, ...rest];
}

/** If there are many combinations, evenly distributed ones are used, which differ for each change. */
const mostCombinations = wholeOrPart(12, 4);
function someOf<T>(all: readonly T[]): readonly T[] {
  const apart = Math.ceil(all.length / mostCombinations);
  return all.filter((_, index) => index % apart === partSeed % apart);
}

/** Returns the CPU time of this process, which excludes other activity of the machine. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The maximum number of baseline units for one call. */
const most = 5;

/**
 * About the tenth of a second of the promise on the machine where it was measured; an operation that takes seconds there takes many of
 * these units everywhere.
 */
const yardstick = (): number => {
  const fold = (): number => costOf(() => Array.from({ length: 100 }, () => foldText(text('é'))));
  return Math.min(fold(), fold(), fold());
};

const signatures = [...libraryCatalogue.operators, ...libraryCatalogue.functions].flatMap((declaration) =>
  declaration.signatures.map((signature) => [signature.id, signature] as const),
);

describe('promise 10: the longest data that the API admits', () => {
  let unit = 0;
  let dearest: readonly [cost: number, id: string] = [0, ''];
  beforeAll(() => {
    unit = yardstick();
  });
  afterAll(() => {
    process.stdout.write(
      `promise 10: the dearest of the library is ${dearest[1]}, ${(dearest[0] / unit).toFixed(1)} of the yardstick\n`,
    );
  });

  it.each(signatures)('promise 10: %s ends soon, or as unknown', (id, signature) => {
    const variables = (signature.variable ?? ['text', 'number']).filter((kind) => kind === 'text' || kind === 'number');
    for (const variable of variables.length > 0 ? variables : (['text'] as const))
      for (const operands of someOf([...combinations(operandsOf(signature, variable))])) {
        const types = operands.map(([kind, value]) => typeOf(kind, value));
        const values: readonly Outcome[] = operands.map(([, value]) => value);
        let outcome: Outcome | undefined;
        const evaluate = (): void => {
          outcome = signature.evaluate(values, types, environment);
        };
        let cost = costOf(evaluate);
        // A pause of the garbage collector does not belong to the operator, so that expensive calls are measured again.
        for (let attempt = 0; attempt < 6 && cost > most * unit; attempt += 1) cost = Math.min(cost, costOf(evaluate));
        if (cost > dearest[0]) dearest = [cost, id];
        expect(outcome).toBeDefined();
        expect(cost).toBeLessThan(most * unit);
      }
  });
});
