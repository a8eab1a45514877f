import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const linesOf = (name: string): readonly string[] =>
  readFileSync(join(__dirname, '../hostile-input', name), 'utf8')
    .split('\n')
    .filter((line, index, all) => !line.startsWith('#') && index < all.length - 1);

export interface HostileBody {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Texts that JSON parsers must accept (`y_…`), must reject (`n_…`), or may treat either way (`i_…`). */
export const jsonTestSuite: readonly HostileBody[] = [
  ...linesOf('json-test-suite.txt').map((line) => {
    const [name = '', base64 = ''] = line.split(' ');
    return { name, bytes: Buffer.from(base64, 'base64') };
  }),
  { name: 'n_structure_100000_opening_arrays', bytes: Buffer.from('['.repeat(100_000)) },
  { name: 'n_structure_open_array_object', bytes: Buffer.from('[{"":'.repeat(50_000)) },
];

/** Texts that have broken programs before. */
export const naughtyStrings: readonly string[] = linesOf('naughty-strings.txt').map((line) =>
  Buffer.from(line, 'base64').toString('utf8'),
);

const json = (text: string): Buffer => Buffer.from(text);
const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

export interface RefusedBody extends HostileBody {
  readonly status: number;
  readonly reason: string;
  /** Whether routes with a larger body limit accept it. */
  readonly isOfSize?: boolean;
}

/** Bodies that are always rejected, with the status and a part of the reason. */
export const refusedBodies: readonly RefusedBody[] = [
  { name: 'invalid UTF-8', bytes: Buffer.from('{"name":"\xff"}', 'latin1'), status: 400, reason: 'UTF-8' },
  { name: 'an overlong NUL', bytes: Buffer.from('{"name":"\xc0\x80"}', 'latin1'), status: 400, reason: 'UTF-8' },
  { name: 'UTF-16', bytes: Buffer.from('{"name":"a"}', 'utf16le'), status: 400, reason: 'U+0000' },
  { name: 'a byte order mark', bytes: json('\ufeff{}'), status: 400, reason: 'unexpected' },
  { name: '65 levels', bytes: json(nested(65)), status: 400, reason: 'deeper than 64' },
  { name: '100,000 levels', bytes: json(nested(100_000)), status: 400, reason: 'deeper than 64' },
  { name: 'NUL', bytes: json('{"name":"\\u0000"}'), status: 400, reason: 'U+0000' },
  { name: 'NUL in a key', bytes: json('{"\\u0000":1}'), status: 400, reason: 'U+0000' },
  { name: 'a lone surrogate', bytes: json('{"name":"\\udc00"}'), status: 400, reason: 'surrogate' },
  { name: 'an unsafe integer', bytes: json('{"x":9007199254740993}'), status: 400, reason: 'more digits' },
  { name: 'an infinite number', bytes: json('{"x":-1e999}'), status: 400, reason: 'too large' },
  { name: 'a number that vanishes', bytes: json('{"x":1e-999}'), status: 400, reason: 'too small' },
  {
    name: 'a number of 1,000 digits',
    bytes: json(`{"x":${'1'.repeat(1_000)}}`),
    status: 400,
    reason: '100 characters',
  },
  { name: 'one key twice', bytes: json('{"x":1,"x":2}'), status: 400, reason: 'occurs twice' },
  { name: 'one key twice, one escaped', bytes: json('{"x":{"a":1,"\\u0061":2}}'), status: 400, reason: 'occurs twice' },
  { name: '__proto__', bytes: json('{"__proto__":{"polluted":true}}'), status: 400, reason: '__proto__' },
  { name: 'a deep __proto__', bytes: json('{"x":[{"__proto__":{}}]}'), status: 400, reason: '__proto__' },
  {
    name: '1 MB of keys',
    bytes: json(`{${Array.from({ length: 95_000 }, (_, n) => `"k${n}":1`).join()}}`),
    status: 400,
    reason: 'more than 2000 members',
  },
  {
    name: '1 MB of empty objects',
    bytes: json(`{"items":[${Array.from({ length: 340_000 }, () => '{}').join()}]}`),
    status: 400,
    reason: 'more than 65536 values',
    isOfSize: true,
  },
  {
    name: '5 MB',
    bytes: json(`{"name":"${'x'.repeat(5_000_000)}"}`),
    status: 413,
    reason: 'too large',
    isOfSize: true,
  },
];

/** Content types and encodings that are not supported. */
export const refusedTypes: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/vnd.api+json' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json; charset="latin1"' },
  { 'content-type': 'application/jsonp' },
  { 'content-type': 'json' },
  { 'content-type': '*/*' },
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
];
