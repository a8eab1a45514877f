import { IsString, ValidateIf, validateSync } from 'class-validator';
import fc from 'fast-check';

import { CreateTransactionBody } from './dto/transaction.bodies.js';
import {
  NestedArrayField,
  NumberField,
  TextArrayField,
  TextField,
  UuidArrayField,
} from '../../../platform/http/index.js';
import { instantiate, ReadingProblems } from '../../../platform/http/fields/declared-fields.js';
import { passesValidation } from '../../../platform/http/validation/passes-validation.js';

const runs = Number(process.env['TAMIS_RUNS'] ?? 500);

class Part {
  @TextField({ required: true, min: 1, max: 5 }) name: unknown;
  @NumberField({ min: 0 }) weight: unknown;
}

class Whole extends Part {
  @NestedArrayField(() => Part, { max: 2 }) parts: unknown;
  @TextArrayField({ max: 2, maxText: 3 }) tags: unknown;
  @UuidArrayField({ max: 2 }) ids: unknown;
}

const uuid = '018f4a1e-7b1c-7c7e-9b1e-0a1b2c3d4e5f';
const odd = fc.constantFrom<unknown>(
  null,
  undefined,
  '',
  ' ',
  'ab',
  'abcdef',
  -1,
  0,
  1.5,
  NaN,
  true,
  [],
  {},
  [null],
  uuid,
);
/** Generates mostly valid values, so that an invalid field occurs among valid ones. */
const mostly = (...right: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.constantFrom(...right), weight: 12 }, { arbitrary: odd, weight: 1 });

const part = fc.record({ name: mostly('a', 'abc'), weight: mostly(0, 2.5) }, { requiredKeys: [] });
const list = (member: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: fc.array(member, { maxLength: 3 }), weight: 8 }, { arbitrary: odd, weight: 1 });

const whole = fc.record(
  {
    name: mostly('a', 'abc'),
    weight: mostly(1),
    parts: list(fc.oneof({ arbitrary: part, weight: 9 }, { arbitrary: odd, weight: 1 })),
    tags: list(mostly('a', 'abc')),
    ids: list(mostly(uuid)),
  },
  { requiredKeys: [] },
);

const details = fc.record(
  { accountNumber: mostly('1'), accountType: mostly('checking'), paymentDetails: mostly({ taxId: '1' }, { taxId: 1 }) },
  { requiredKeys: [] },
);

const payment = fc.record(
  {
    externalId: mostly('pay-1'),
    type: mostly('PAYMENT'),
    amount: mostly(12.5),
    currency: mostly('USD', 'usd'),
    status: mostly('CREATED'),
    transactedAt: mostly('2026-03-01T10:02:00Z'),
    metadata: mostly({ a: 1 }),
    locationDetails: mostly({ country: 'BR', latitude: 12 }, { country: 'X' }),
    originEntityId: mostly(uuid),
    originCountry: mostly('BR'),
    originDetails: fc.oneof({ arbitrary: details, weight: 6 }, { arbitrary: odd, weight: 1 }),
    executeRules: mostly(true, false),
    riskMatrixIds: list(mostly(uuid)),
  },
  { requiredKeys: ['externalId', 'type', 'amount', 'currency'] },
);

function checkPasses(type: new () => object, sent: fc.Arbitrary<object>): void {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(sent, (plain) => {
      const instance = instantiate(type, plain, new ReadingProblems());
      const passes = passesValidation(instance);
      seen.add(passes);
      expect(passes).toBe(validateSync(instance).length === 0);
    }),
    { numRuns: runs },
  );
  expect(seen).toEqual(new Set([true, false]));
}

test('passesValidation passes exactly what class-validator accepts', () => {
  checkPasses(CreateTransactionBody, payment);
  checkPasses(Whole, whole);
});

test('passesValidation leaves classes without checks or with other kinds of conditions to class-validator', () => {
  class Bare {}
  class Conditional {
    @IsString({ validateIf: (_, value) => value !== 1 }) text: unknown = 1;
  }
  class Optional {
    @ValidateIf(() => false) @IsString() text: unknown = 1;
  }
  expect([new Bare(), new Conditional(), new Optional()].map(passesValidation)).toEqual([false, false, true]);
});
