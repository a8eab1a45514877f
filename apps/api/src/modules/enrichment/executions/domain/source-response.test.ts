import { decodeBody, isNestedDeeper } from './source-response.js';

const text = '{"legalName":"São João"}';

describe('source response text', () => {
  it.each<[name: string, body: Buffer, contentType: string | undefined, decoded: string | null]>([
    ['nothing declared', Buffer.from(text), undefined, text],
    ['a type without a charset', Buffer.from(text), 'application/json', text],
    ['a byte order mark', Buffer.from(`\uFEFF${text}`), 'application/json; charset=utf-8', text],
    ['Latin-1, declared', Buffer.from(text, 'latin1'), 'application/json; charset=ISO-8859-1', text],
    ['Latin-1, in quotes', Buffer.from(text, 'latin1'), 'application/json;charset="windows-1252"; v=1', text],
    ['UTF-16, declared', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'application/json; charset=utf-16', text],
    ['Latin-1 that claims nothing', Buffer.from(text, 'latin1'), 'application/json', null],
    ['half a character', Buffer.from(text).subarray(0, 16), 'application/json', null],
    ['a charset that nobody knows', Buffer.from(text), 'application/json; charset=klingon', null],
  ])('reads %s', (_, body, contentType, decoded) => {
    expect(decodeBody(body, contentType)).toBe(decoded);
  });
});

const nested = (levels: number): unknown => JSON.parse('[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2));

describe('nesting depth of a response', () => {
  it('is accepted up to the allowed depth', () => {
    expect([4, 6].map((levels) => isNestedDeeper(nested(levels), 4))).toEqual([false, true]);
    expect([1, null, {}, [], [[], {}]].map((value) => isNestedDeeper(value, 1))).toEqual(Array(5).fill(false));
  });

  it('is checked even where recursion would overflow the stack', () => {
    const deep = nested(400_000);
    expect(() => JSON.stringify(deep)).toThrow(RangeError);
    expect(isNestedDeeper(deep, 64)).toBe(true);
  });
});
