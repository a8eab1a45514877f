import fc from 'fast-check';
import type { DataRead } from '@tamis/lang';
import { libraryCatalogue, referenceKey } from '@tamis/library';
import { call, causeOf } from './call.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.normalize('NFC')),
  fc
    .string({ unit: fc.constantFrom('a', 'B', 'é', 'ñ', '𝕏', ' ', '.', '1', '\u0301'), maxLength: 30 })
    .map((text) => text.normalize('NFC')),
);
const codePoints = (text: string) => [...text];

describe('text functions', () => {
  it('normalize text to NFC', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const outcomes = ['digits', 'alnum', 'stripAccents', 'normalizeName'].map((name) => call(name, [text]));
        if (other !== '') outcomes.push(call('replace', [text, other, '\u0301']));
        for (const outcome of outcomes) expect(outcome).toBe((outcome as string).normalize('NFC'));
      }),
      { numRuns: 1_000 },
    );
  });

  it('are idempotent', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('digits', 'alnum', 'stripAccents'), (text, name) => {
        const once = call(name, [text]) as string;
        expect(call(name, [once])).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it('count code points from 1', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 }), (text, start, count) => {
        const expected = codePoints(text).filter((_, index) => index + 1 >= start && index + 1 < start + count);
        expect(call('substring', [text, start, count])).toBe(expected.join(''));
      }),
      { numRuns: 1_000 },
    );
    for (const [start, count] of [
      [0, 1],
      [1.5, 1],
      [1, -1],
      [1, 0.5],
    ] as const)
      expect(causeOf(call('substring', ['abc', start, count]))).toBe('out_of_domain');
  });

  it('split what a join combined', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'é', '𝕏'), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        expect(call('split', [parts.join(';;'), ';;'])).toEqual(parts);
        expect(call('replace', [parts.join(';;'), ';;', '-'])).toBe(parts.join('-'));
      }),
    );
  });

  it('do not build texts or lists beyond their limits', () => {
    const [long, many] = ['a'.repeat(16_384), 'a;'.repeat(8_000)];
    expect(causeOf(call('replace', [long, 'a', long]))).toBe('too_long');
    expect(causeOf(call('replace', [long, 'a', 'bb']))).toBe('too_long');
    expect(call('replace', [long, 'a', 'b'])).toBe('b'.repeat(16_384));
    expect(call('length', [call('split', [many, ';']) as readonly string[]])).toBe(8_001);
    expect(causeOf(call('split', [';'.repeat(10_000), ';']))).toBe('too_many_rows');
  });

  it.each(['lower', 'length', 'digits', 'normalizeName', 'entropy', 'emailDomain', 'luhn', 'pixKeyType', 'number'])(
    '%s evaluates to unknown for an overlong text',
    (name) => {
      expect(causeOf(call(name, ['a'.repeat(16_385)]))).toBe('too_long');
    },
  );

  it('process the longest texts within the time limit', () => {
    const texts = ['a', '1', ' ', '.', '@', 'a.', 'é', '\u0301', '-', '+5', '𝕏'].map((part) =>
      part.repeat(Math.floor(16_384 / part.length)),
    );
    for (const { name, signatures } of libraryCatalogue.functions) {
      if (!signatures.some(({ operands }) => operands.length === 1 && operands[0] === 'text')) continue;
      for (const text of texts) {
        const started = process.hrtime.bigint();
        call(name, [text]);
        const ms = Number(process.hrtime.bigint() - started) / 1e6;
        expect([name, text.slice(0, 2), ms < 250 || ms]).toEqual([name, text.slice(0, 2), true]);
      }
    }
  });

  it('measure entropy between 0 and the bits of the alphabet, regardless of order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'é', '𝕏', '1'), { minLength: 1, maxLength: 40 }), (characters) => {
        const bits = call('entropy', [characters.join('')]) as number;
        expect(bits).toBeGreaterThanOrEqual(0);
        expect(bits).toBeLessThanOrEqual(Number(Math.log2(new Set(characters).size).toFixed(6)));
        expect(call('entropy', [[...characters].reverse().join('')])).toBe(bits);
      }),
    );
  });
});

describe('contains any of, contains all of', () => {
  const folded = [{ kind: 'text', collation: 'ci' } as const];

  it('equal contains applied to each element', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', 'É', 'e'), minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(anyText, fc.array(part, { minLength: 1, maxLength: 4 }), fc.boolean(), (text, parts, ignoreCase) => {
        const types = ignoreCase ? folded : [];
        const each = parts.map((sought) => call('contains', [text, sought], { types }));
        expect(call('contains_any', [text, parts], { types })).toBe(each.includes(true));
        expect(call('contains_none', [text, parts], { types })).toBe(!each.includes(true));
        expect(call('contains_all', [text, parts], { types })).toBe(!each.includes(false));
        expect(call('not_contains_all', [text, parts], { types })).toBe(each.includes(false));
      }),
    );
  });

  it('are unknown for an empty element, unless another element decides the result', () => {
    expect(causeOf(call('contains_any', ['abc', ['x', '']]))).toBe('empty_text');
    expect(call('contains_any', ['abc', ['', 'b']])).toBe(true);
    expect(call('contains_all', ['abc', ['', 'x']])).toBe(false);
    expect(causeOf(call('contains_all', ['abc', ['', 'b']]))).toBe('empty_text');
  });

  it('of no elements are false and true respectively', () => {
    expect(call('contains_any', ['abc', []])).toBe(false);
    expect(call('contains_all', ['abc', []])).toBe(true);
  });
});

describe('email addresses', () => {
  it.each([
    'ana@example.com',
    ' a.b+c@mail.example.com ',
    'josé@correio.com.br',
    "o'neil@x-y.io",
    'ana@bücher.example',
  ])('accepts %j', (text) => {
    expect(call('emailDomain', [text])).toBe(text.trim().split('@')[1]);
    expect(call('emailLocal', [text])).toBe(text.trim().split('@')[0]);
  });

  it.each([
    '',
    'ana',
    '@x.com',
    'ana@',
    'ana@x',
    'a b@x.com',
    'a@b@x.com',
    'ana@-x.com',
    'ana@x..com',
    '.a@x.com',
    'a..b@x.com',
  ])('rejects %j', (text) => {
    for (const name of ['emailDomain', 'emailLocal', 'emailDomainName', 'isFreeEmail', 'isDisposableEmail'])
      expect(causeOf(call(name, [text]))).toBe('type');
  });
});

describe('reference data', () => {
  const table = (rows: Readonly<Record<string, unknown>>) => ({
    data: {
      answer: (request: DataRead) =>
        request.kind !== 'reference'
          ? undefined
          : request.argument in rows
            ? { value: rows[request.argument] }
            : { cause: 'not_in_data' as const },
    },
  });

  it('is looked up by the lower-case domain of an address', () => {
    expect(call('isDisposableEmail', ['Ana@MAIL.example'], table({ 'mail.example': true }))).toBe(true);
    expect(referenceKey('isDisposableEmail', 'Ana@MAIL.example')).toBe('mail.example');
    expect(referenceKey('isDisposableEmail', 'ana')).toBeNull();
    expect(referenceKey('geoCountry', '1,2')).toBe('1,2');
  });

  it('is looked up by eight digits of a card, then by six', () => {
    const ranges = table({ '411111': 'br', '41111122': 'AR' });
    expect(call('binCountry', ['4111 1133 3333'], ranges)).toBe('BR');
    expect(call('binCountry', ['4111 1122 3333'], ranges)).toBe('AR');
    expect(causeOf(call('binCountry', ['5111 1122'], ranges))).toBe('not_in_data');
    expect(referenceKey('binCountry', '4111 1122 3333')).toBe('41111122');
  });

  it('is unknown when the value has the wrong type', () => {
    expect(causeOf(call('isFreeEmail', ['a@b.example'], table({ 'b.example': 'yes' })))).toBe('type');
    expect(causeOf(call('binBrand', ['411111'], table({ '411111': 4 })))).toBe('type');
  });
});
