import { validateSync } from 'class-validator';

import { CountryField, NameField, NestedArrayField, NumberField, TextArrayField } from './index.js';
import { validateBody, validationMessages } from './validation/validation.pipe.js';

class Form {
  @NumberField({ min: 0 })
  amount: unknown;

  @NameField({ required: true, max: 10 })
  name: unknown;

  @CountryField()
  countryCode: unknown;

  @TextArrayField({ max: 2, maxText: 5 })
  tags: unknown;
}

const messagesFor = (values: Partial<Form>): Record<string, string> =>
  validationMessages(validateSync(Object.assign(new Form(), { name: 'n', ...values })));

test.each<[Partial<Form>, Record<string, string>]>([
  [{ amount: '12' }, { amount: 'amount must be a number' }],
  [{ amount: -1 }, { amount: 'amount must not be less than 0' }],
  [{ name: [] }, { name: 'name must be a string' }],
  [{ name: ' ' }, { name: 'name must not be empty' }],
  [{ name: 'much too long' }, { name: 'name must be shorter than or equal to 10 characters' }],
  [{ countryCode: 7 }, { countryCode: 'countryCode must be a string' }],
  [{ tags: 'a' }, { tags: 'tags must be an array' }],
  [{ tags: ['a', 'b', 'c'] }, { tags: 'tags must contain no more than 2 elements' }],
])('a wrong type is reported before a violated limit: %j', (values, messages) => {
  expect(messagesFor(values)).toEqual(messages);
});

test.each([' \t', '\u00a0\u200b', '\u2060\ufe0f', '\u0000\u001f'])('a name that nobody sees is empty: %j', (name) => {
  class Named {
    @NameField({ required: true, max: 10 }) name!: string;
  }
  expect(() => validateBody(Named, { name })).toThrow(
    expect.objectContaining({ details: { name: 'name must not be empty' } }),
  );
  expect(validateBody(Named, { name: `${name}✓` })).toMatchObject({ name: `${name}✓` });
});

test('no members of an array with too many members are validated', () => {
  class Part {
    @NameField({ required: true, max: 10 }) name!: string;
  }
  class Whole {
    @NestedArrayField(() => Part, { max: 2 }) parts!: Part[];
  }
  const reads: number[] = [];
  const parts = Array.from({ length: 3 }, (_, index) => ({
    get name() {
      reads.push(index);
      return '';
    },
  }));
  expect(() => validateBody(Whole, { parts })).toThrow(
    expect.objectContaining({ details: { parts: 'parts must contain no more than 2 elements' } }),
  );
  expect(reads).toEqual([]);
  expect(() => validateBody(Whole, { parts: parts.slice(1) })).toThrow(
    expect.objectContaining({ details: { 'parts[0].name': expect.any(String), 'parts[1].name': expect.any(String) } }),
  );
});

test.each([[[[]]], [[['name']]], [[[{ name: 'a' }]]]])(
  'an array is rejected as a member of an array of objects: %j',
  (parts) => {
    class Part {
      @NameField({ required: true, max: 10 }) name!: string;
    }
    class Whole {
      @NestedArrayField(() => Part, { max: 2 }) parts!: Part[];
    }
    expect(() => validateBody(Whole, { parts })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ parts: 'each member must be an object' }) }),
    );
  },
);
