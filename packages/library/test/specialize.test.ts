import fc from 'fast-check';
import {
  isUnknown,
  unknown,
  type Collation,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type Value,
} from '@tamis/lang';
import { money, toNumeric, Decimal34, type Money } from '@tamis/stdx';
import { evaluationEnvironment, libraryCatalogue } from '@tamis/library';

/** One rate, so that amounts in two currencies can be compared; none for JPY. */
const environment: Environment = {
  ...evaluationEnvironment({ now: 0, timezone: 'UTC', baseCurrency: 'USD' }),
  now: Date.parse('2026-03-01T12:00:00Z'),
  timezone: 'America/New_York',
  baseCurrency: 'USD',
  rateTime: Date.parse('2026-03-01T12:00:00Z'),
  convert: ({ amount, currency }: Money, to: string): Outcome<Money> => {
    if (to === 'JPY' || currency === 'JPY') return unknown({ cause: 'no_rate', detail: `${currency}/${to}` });
    return money(toNumeric(new Decimal34(amount).times(to === 'USD' ? '1.25' : '0.8')), to);
  },
};

const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.1, 0.3, 1e300, Number.MAX_SAFE_INTEGER),
  fc.constantFrom('0.10000000000000000001', '12345678901234567890.5').map((text) => toNumeric(new Decimal34(text))),
);
const text = fc.constantFrom('São', 'SAO', 'sao', 'straße', 'STRASSE', '', 'a');
const currency = fc.constantFrom('USD', 'EUR', 'JPY');

const valueOf: Partial<Record<Type['kind'], fc.Arbitrary<Value>>> = {
  bool: fc.boolean(),
  number,
  money: fc.tuple(number, currency).map(([amount, code]) => money(amount, code)),
  text,
  enum: fc.constantFrom('a', 'b'),
  country: fc.constantFrom('BR', 'AR'),
  currency,
  date: fc.constantFrom('2026-03-01', '2026-03-02'),
  datetime: fc.integer({ min: Date.UTC(2026, 1, 20), max: Date.UTC(2026, 2, 20) }),
  duration: number,
  distance: number,
  ip: fc.constantFrom('192.0.2.1', '192.0.2.2'),
  entity: fc.constantFrom('e1', 'e2'),
  any: fc.oneof(number, text, fc.boolean()),
};

const asType = (kind: Type['kind'], collation: Collation): Type =>
  kind === 'text'
    ? { kind, collation }
    : kind === 'enum'
      ? { kind, name: 'e', values: ['a', 'b'] }
      : ({ kind } as Type);

interface Case {
  readonly types: readonly Type[];
  readonly operands: readonly Value[];
}

/** Generates operands that a signature accepts, with their resolved types. */
function cases({ operands }: Signature): fc.Arbitrary<Case> {
  const variable = fc.constantFrom<Type['kind']>('number', 'text', 'country', 'money', 'date');
  return fc.tuple(variable, fc.constantFrom<Collation>('ci', 'cs', null)).chain(([kind, collation]) => {
    const parts = operands.map((pattern): fc.Arbitrary<{ type: Type; value: Value }> => {
      const one = (each: Type['kind']) =>
        (valueOf[each] ?? number).map((value) => ({ type: asType(each, collation), value }));
      if (pattern === 'T') return one(kind);
      if (pattern === 'list<T>') {
        const element = asType(kind, collation);
        return fc
          .array(valueOf[kind] ?? number, { maxLength: 4 })
          .map((value) => ({ type: { kind: 'list', element }, value }));
      }
      return typeof pattern === 'string' ? one(pattern) : fc.constantFrom(...pattern).chain(one);
    });
    return fc
      .tuple(...parts)
      .map((all) => ({ types: all.map(({ type }) => type), operands: all.map(({ value }) => value) }));
  });
}

const plain = (outcome: Outcome): unknown => (isUnknown(outcome) ? outcome.causes : outcome);

const specialized = [...libraryCatalogue.operators, ...libraryCatalogue.functions].flatMap(({ signatures }) =>
  signatures
    .filter(
      ({ specialize, operands }) =>
        (specialize && !operands.includes('text')) || (specialize && operands[0] === 'text'),
    )
    .map((signature) => [signature.id, signature] as const),
);

it('there are specialized functions to compare', () => {
  expect(specialized.length).toBeGreaterThan(20);
});

it.each(specialized)(
  '%s gives the same result specialized and unspecialized, whatever is constant',
  (_id, signature) => {
    fc.assert(
      fc.property(cases(signature), fc.integer({ min: 0, max: 7 }), ({ types, operands }, mask) => {
        // From the third operand on, a fast form is created only for constants.
        const constants = operands.map((value, index) => (index > 1 || mask & (1 << index) ? value : undefined));
        const fast = signature.specialize?.(types, constants);
        if (fast)
          expect(plain(fast(operands[0] as Value, operands[1] as Value, environment))).toEqual(
            plain(signature.evaluate(operands, types, environment)),
          );
      }),
      { numRuns: 300 },
    );
  },
);
