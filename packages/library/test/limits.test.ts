import { limits } from '@tamis/lang';
import { checkSource } from './check.js';

const times = (count: number, make: (index: number) => string, separator = ' '): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(separator);

const rule = (inside: string): string => `rule r {\n  on transaction\n  ${inside}\n}\n`;
const when = (condition: string): string => rule(`when ${condition}`);
const long = (length: number): string => 'a'.repeat(length);

/** Returns a value with a number of nodes, in calls with few enough arguments. */
function valueOf(size: number): string {
  const group = (nodes: number): string => `least(${times(nodes - 1, () => '1', ', ')})`;
  const rest = (size - 1) % limits.argumentsPerCall;
  const full = times(Math.floor((size - 1) / limits.argumentsPerCall), () => group(limits.argumentsPerCall), ', ');
  return `least(${full}, ${group(rest)})`;
}

/** `size` is a quantity: the source has exactly this quantity, and exceeds no other limit. */
const sources: readonly (readonly [what: string, limit: number, code: string, source: (size: number) => string])[] = [
  ['bytes of a source', 1_048_576, 'E0901', (size) => `// ${long(size - 4)}\n`],
  [
    'groups in one another',
    limits.logicDepth,
    'E0902',
    (size) => when(`${'any { '.repeat(size)}transaction.flagged${' }'.repeat(size)}`),
  ],
  // The comparison and the number count as two.
  [
    'calls in one another',
    limits.depth,
    'E0902',
    (size) => when(`${'abs('.repeat(size - 2)}1${')'.repeat(size - 2)} > 0`),
  ],
  [
    'brackets in one another',
    limits.depth,
    'E0902',
    (size) => when(`${'('.repeat(size)}transaction.flagged${')'.repeat(size)}`),
  ],
  ['nodes of a value', limits.nodesPerValue, 'E0903', (size) => when(`origin.riskScore > ${valueOf(size - 2)}`)],
  // 120 nodes, 16 times in the next `let`, which occurs twice in the condition.
  [
    'nodes of a condition with its lets written out',
    limits.nodesWrittenOut,
    'E0903',
    (size) =>
      rule(
        `let few = ${valueOf(120)}\n  let many = least(${times(16, () => 'few', ', ')})\n  when least(many, many, ${valueOf(size - 3_845)}) > 0`,
      ),
  ],
  [
    'rules of a file',
    limits.rulesPerFile,
    'E0904',
    (size) => times(size, (index) => `rule r${index} { on transaction when transaction.flagged }`, '\n'),
  ],
  [
    'rules of a matrix',
    limits.rulesPerMatrix,
    'E0904',
    (size) =>
      `matrix m { on transaction }\n${times(size, (index) => `rule r${index} { on transaction matrix m when transaction.flagged }`, '\n')}`,
  ],
  [
    'different aggregates of a file',
    limits.aggregatesPerSet,
    'E0908',
    (size) =>
      times(
        size,
        (index) => `rule r${index} { on transaction when count(transactions from origin in last ${index + 1}h) > 1 }`,
        '\n',
      ),
  ],
  [
    'comparisons of a rule',
    limits.leavesPerRule,
    'E0903',
    (size) =>
      when(
        times(
          Math.ceil(size / 40),
          (group) =>
            `any { ${times(Math.min(40, size - group * 40), (index) => `origin.riskScore > ${index}`, ', ')} }`,
          ' or ',
        ),
      ),
  ],
  ['elements of a list', limits.listElements, 'E0905', (size) => `const A = [${times(size, String, ', ')}]\n`],
  ['code points of a text', limits.textCodePoints, 'E0906', (size) => when(`origin.name = "${long(size)}"`)],
  [
    'code points of a message',
    limits.messageCodePoints,
    'E0906',
    (size) => rule(`when transaction.flagged then alert LOW "${long(size)}"`),
  ],
  ['code points of a pattern', 256, 'E0907', (size) => when(`origin.name matches \`${long(size)}\``)],
  [
    'aggregates of a rule',
    limits.aggregatesPerRule,
    'E0908',
    (size) => when(times(size, (index) => `count(transactions from origin in last ${index + 1}h) > 1`, ' or ')),
  ],
  [
    'lets of a rule',
    limits.letsPerRule,
    'E0909',
    (size) => rule(`${times(size, (index) => `let x${index} = ${index}`)} when transaction.flagged`),
  ],
  [
    'declarations of a file',
    limits.declarationsPerFile,
    'E0909',
    (size) => times(size, (index) => `const c${index} = 1`, '\n'),
  ],
  [
    'parameters of a definition',
    limits.parametersPerDefine,
    'E0910',
    (size) => `define d(${times(size, (index) => `p${index}`, ', ')}) as p0 > 1\n`,
  ],
  [
    'definitions in one another',
    limits.expansionDepth,
    'E0910',
    (size) =>
      `define d1 as transaction.flagged\n${times(size - 1, (index) => `define d${index + 2} as d${index + 1}\n`, '')}` +
      when(`d${size}`),
  ],
  [
    'actions of a rule',
    limits.actionsPerRule,
    'E0911',
    (size) => rule(`when transaction.flagged then ${times(size, (index) => `key "k${index}"`)}`),
  ],
  [
    'mappings of an action',
    limits.mappingsPerAdd,
    'E0911',
    (size) => rule(`when transaction.flagged then add ${times(size, () => 'origin.taxId to list "blocked"', ', ')}`),
  ],
  [
    'tests of a rule',
    limits.testsPerRule,
    'E0912',
    (size) =>
      rule(
        `when transaction.flagged ${times(size, (index) => `test "t${index}" { when transaction { } expect hit }`, '\n')}`,
      ),
  ],
  [
    'cases of a test',
    limits.casesPerVary,
    'E0912',
    (size) =>
      rule(
        `when origin.riskScore > 1 test "t" { when transaction { } vary origin.riskScore { ${times(size, (index) => `${index}: hit`, ', ')} } }`,
      ),
  ],
  [
    'records of a test',
    limits.recordsPerTest,
    'E0912',
    (size) =>
      rule(
        `when transaction.flagged test "t" { given ${size} transactions every 1m { from: origin } when transaction { } expect hit }`,
      ),
  ],
  [
    'items of a group',
    limits.itemsPerGroup,
    'E0913',
    (size) => when(`any { ${times(size, (index) => `origin.riskScore = ${index}`, ', ')} }`),
  ],
  [
    'arguments of a call',
    limits.argumentsPerCall,
    'E0913',
    (size) => when(`least(${times(size, () => 'origin.riskScore', ', ')}) > 1`),
  ],
  [
    'code points of a key',
    limits.keyStepCodePoints,
    'E0914',
    (size) => when(`transaction.metadata["${long(size)}"] = 1`),
  ],
  ['digits of a number', limits.numberDigits, 'E0107', (size) => when(`origin.riskScore > ${'1'.repeat(size)}`)],
  ['steps of a path', limits.pathSteps, 'E0914', (size) => when(`transaction.metadata${'.a'.repeat(size - 2)} = 1`)],
  [
    'code points of a name',
    limits.nameCodePoints,
    'E0914',
    (size) => `rule ${long(size)} { on transaction when transaction.flagged }\n`,
  ],
  [
    'code points of a title',
    limits.titleCodePoints,
    'E0914',
    (size) => `rule r "${long(size)}" { on transaction when transaction.flagged }\n`,
  ],
  [
    'code points of a description',
    limits.descriptionCodePoints,
    'E0914',
    (size) => rule(`description "${long(size)}" when transaction.flagged`),
  ],
  [
    'matrices of a rule',
    limits.matricesPerRule,
    'E0915',
    (size) =>
      `${times(size, (index) => `matrix m${index} { on transaction }\n`, '')}` +
      rule(`matrix ${times(size, (index) => `m${index}`, ', ')} when transaction.flagged`),
  ],
  [
    'tags of a rule',
    limits.tagsPerRule,
    'E0915',
    (size) => rule(`tags [${times(size, (index) => `"t${index}"`, ', ')}] when transaction.flagged`),
  ],
  [
    'bytes of `meta`',
    limits.metaBytes,
    'E0915',
    (size) =>
      rule(
        `meta { a: "${long(2_000)}", b: "${long(size - 2_000 - '{"a":"","b":""}'.length)}" } when transaction.flagged`,
      ),
  ],
  ['days of a window', 731, 'E0406', (size) => when(`count(transactions from origin in last ${size}d) > 1`)],
  [
    'months of a window',
    limits.windowMonths,
    'E0406',
    (size) => when(`count(transactions from origin in last ${size}mo) > 1`),
  ],
  [
    'records asked for',
    limits.lastRecords,
    'E0410',
    (size) => when(`count(last ${size} transactions from origin) > 1`),
  ],
];

const codesOf = (source: string): readonly string[] =>
  checkSource(source)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

it.each(sources)('%s: accepts %d and rejects one more (%s)', (_what, limit, code, source) => {
  expect(codesOf(source(limit))).toEqual([]);
  expect(codesOf(source(limit + 1))).toContain(code);
});
