import fc from 'fast-check';
import { LineParser } from '../src/events/line-parser.js';

const parser = new LineParser();

/** What the parser makes of a line that stands between others; null: it leaves it. */
function parsed(line: string): unknown {
  const before = '{"id":"}\n';
  const bytes = Buffer.from(`${before}${line}\n{"id":1}`);
  return parser.parse(bytes, before.length, before.length + Buffer.byteLength(line));
}

/** Each value as it is, with no prototype of another, and members in their order. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (Object.is(each, -0) ? '-0' : each));

function checkRead(line: string): void {
  const found = parsed(line);
  expect(found).toEqual(JSON.parse(line));
  expect(textOf(found)).toBe(textOf(JSON.parse(line)));
}

const checkLeft = (line: string): void => expect(parsed(line)).toBe(null);

const names = fc.constantFrom(
  'id',
  'amount',
  'channel',
  'é',
  '',
  '7',
  'toString',
  '__proto__',
  'constructor',
  '\\u0069d',
);
const texts = fc.constantFrom(
  'web',
  'app',
  'São Paulo ✓',
  '😀',
  '\\"',
  '\\',
  '\t',
  'a'.repeat(60),
  'w\\u0065b',
  '\ufffd',
);
const numbers = fc.constantFrom(
  '0',
  '-0',
  '01',
  '-',
  '1.',
  '.5',
  '1e5',
  '1E+5',
  '1e',
  '12.50',
  '-7',
  '+1',
  '9007199254740993',
  '123456789012345',
  '1e999',
);
const leaves = fc.oneof(
  texts.map((text) => `"${text}"`),
  numbers,
  fc.constantFrom('true', 'false', 'null', 'tru', 'nul ', 'NaN', '[]', '{}', '[1,]', '{,}', '"'),
  fc.json({ maxDepth: 3 }),
);
const membersOf = (values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.tuple(names, values), { maxLength: 6 }), fc.constantFrom('', ' ', '\t'))
    .map(
      ([members, space]) =>
        `{${members.map(([name, value]) => `"${name}"${space}:${space}${value}`).join(`${space},${space}`)}}${space}`,
    );
const lines = fc.oneof(
  membersOf(leaves),
  membersOf(membersOf(leaves)),
  membersOf(fc.array(leaves, { maxLength: 3 }).map((all) => `[${all.join(',')}]`)),
  fc.tuple(membersOf(leaves), fc.nat(40)).map(([line, cut]) => line.slice(0, -cut)),
);

describe('objects from the bytes of lines', () => {
  it('are those of JSON.parse, or are left to it', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const found = parsed(line);
        if (found === null) return;
        expect(found).toEqual(JSON.parse(line));
        expect(textOf(found)).toBe(textOf(JSON.parse(line)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('are found in the usual forms', () => {
    checkRead(
      '{"id":"t-1","amount":"12.50","origin":{"riskScore":7,"tags":["a",1.5,-2e3]},"ok":true,"no":false,"none":null}',
    );
    checkRead('{"id": "t-2", "amount": 12.5, "origin": {"tags": []}, "place": "São Paulo ✓"} \r');
    checkRead('{"id":"a","id":"b","n":-0,"long":1234567890123456789,"e":{}}');
    for (let index = 0; index < 5_000; index++)
      checkRead(`{"id":"t-${index}","channel":"${index % 7}","n${index}":${index}}`);
  });

  it('are left where it is not sure', () => {
    for (const line of [
      '',
      ' {}',
      '[]',
      '{"a":"\\n"}',
      '{"a":1}x',
      '{"a":1',
      '{"a":"b',
      '{"__proto__":{}}',
      '{"a":tru}',
    ])
      checkLeft(line);
    checkLeft(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`);
    const broken = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(parser.parse(broken, 0, broken.length)).toBe(null);
  });
});
