import { gzipSync } from 'node:zlib';

import { type HostileFile, long } from './hostile-file.js';

const head = 'externalId,type,amount,currency,description';
const rows = `${head}\nrow-1,FEE,1,USD,é\nrow-2,FEE,2,USD,b\n`;

type Content = string | Buffer | ((share: number) => string | Buffer);

const file =
  (name: string) =>
  (title: string, refusal: string | null, content: Content): HostileFile => ({
    title,
    name,
    refusal,
    content: (share) => Buffer.from(typeof content === 'function' ? content(share) : content),
  });

const csv = file('rows.csv');
const json = file('rows.json');
const lines = file('rows.jsonl');

/** `{"0":1,"1":1,…` */
const membersOf = (count: number): string =>
  `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}":1`).join(',')}}`;
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const lineOf = (text: string): string =>
  `{"externalId":"line-1","type":"FEE","amount":1,"currency":"USD","metadata":${text}}`;

/** Tables and JSON that cost far more to read than to send, or that readers misinterpret. */
export const hostileTexts: readonly HostileFile[] = [
  csv('one line of ten million columns', 'more than 2000 columns', (share) => 'a,'.repeat(10_000_000 * share)),
  csv('one line of ten million empty columns', 'more than 2000 columns', (share) => ','.repeat(10_000_000 * share)),
  csv(
    '10,000 columns',
    'more than 2000 columns',
    () => `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\nx`,
  ),
  csv(
    '24 million empty rows',
    'empty ones included',
    (share) => rows + '\n'.repeat(Math.max(1_100_000, 24_000_000 * share)),
  ),
  long(csv('rows of commas', 'empty ones included', (share) => rows + ',\n'.repeat(24_000_000 * share))),
  long(csv('40 million empty cells', 'more than 10000000 cells', () => rows + `${','.repeat(1_999)}\n`.repeat(20_000))),
  csv(
    'a quote that is never closed',
    'a quote is not closed',
    (share) => `${rows}"${'x\n'.repeat(20_000_000 * share)}`,
  ),
  csv('a cell of 50 MB', 'characters', (share) => `${rows}${'x'.repeat(50_000_000 * share)}\n`),
  csv('a cell of 100 MB', 'at most 52428800 bytes', (share) =>
    Buffer.alloc(Math.max(53_000_000, 100_000_000 * share), 'x'),
  ),
  csv('quotes without end', 'not CSV', (share) => `${rows}${'"'.repeat(40_000_000 * share + 1)}x`),
  csv('a gzip bomb by another name', 'packed by gzip', (share) => gzipSync(Buffer.alloc(1_000_000_000 * share))),
  csv('UTF-16', 'not UTF-8 but UTF-16', () => Buffer.from(`\ufeff${rows}`, 'utf16le')),
  csv('Latin-1', '`encoding` may be `latin1`', () => Buffer.from(rows, 'latin1')),
  csv('NUL in every cell', null, () => `${head}\n${'a\0,FEE,1,USD,\0\n'.repeat(50)}`),
  csv('a mark of the byte order', null, () => `\ufeff${rows.replaceAll('row', 'bom')}`),
  csv('lines that end in CR alone', null, () => rows.replaceAll('row', 'cr').replaceAll('\n', '\r')),
  csv('JSON nested deep in a cell', null, () => `${head},metadata\nrow-9,FEE,1,USD,,"${nested(300_000)}"\n`),
  file('../../../../etc/passwd.csv')('a path in the name', null, () => rows.replaceAll('row', 'path')),
  json(
    'a row of five million members',
    'not readable as JSON: has more than',
    (share) => `[${membersOf(4_800_000 * share)}]`,
  ),
  json('JSON nested a million deep', 'nested deeper', () => `[${nested(1_000_000)}]`),
  json('an object nested a million deep around the rows', 'not JSON', () => `{"a":${'{"a":'.repeat(1_000_000)}`),
  json('an array that is never closed', 'ends within its array', () => `[${'{},'.repeat(40_000)}`),
  json('a text that is never closed', 'characters', (share) => `["${'x'.repeat(50_000_000 * share)}`),
  json('brackets before the rows', 'not JSON', (share) => `{${'"a":[],'.repeat(5_000_000 * share)}"transactions":[]}`),
  json('a number of 50 million digits', 'characters', (share) => `[${'9'.repeat(50_000_000 * share)}]`),
  lines('a line of five million members', 'characters', (share) => lineOf(membersOf(4_800_000 * share))),
  lines('lines of many members', null, (share) => `${lineOf(membersOf(90_000))}\n`.repeat(1 + 50 * share)),
  lines('lines nested deep', null, (share) => `${lineOf(nested(400_000))}\n`.repeat(1 + 50 * share)),
  lines(
    'lines without anything',
    'empty ones included',
    (share) => `${lineOf('{}')}\n${'\n'.repeat(Math.max(1_100_000, 24_000_000 * share))}`,
  ),
];
