import { decodeBody, isNestedDeeper } from './source-response.js';

const text = '{"legalName":"São João"}';

describe('the text of what a source sends', () => {
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

describe('how deep a response is nested', () => {
  it('is counted up to the last level that is allowed', () => {
    expect([4, 6].map((levels) => isNestedDeeper(nested(levels), 4))).toEqual([false, true]);
    expect([1, null, {}, [], [[], {}]].map((value) => isNestedDeeper(value, 1))).toEqual(Array(5).fill(false));
  });

  it('is counted of what no recursion can go through', () => {
    const deep = nested(400_000);
    expect(() => JSON.stringify(deep)).toThrow(RangeError);
    expect(isNestedDeeper(deep, 64)).toBe(true);
  });
});
