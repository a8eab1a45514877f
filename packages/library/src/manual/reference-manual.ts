import {
  costWeights,
  kindName,
  typeName,
  type AggregateDeclaration,
  type Declaration,
  type Example,
  type FieldDeclaration,
  type Signature,
  type SourceDeclaration,
  type Target,
  type TypePattern,
} from '@tamis/lang';
import { libraryCatalogue } from '../catalogue/library-catalogue.js';
import { literalForms, type LiteralForm } from '../document/literal-forms.js';
import { ruleActions, type RuleActionDeclaration } from '../document/rule-actions.js';

/** A bar would end a table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${text}\``;

const given = (values: Readonly<Record<string, unknown>>): string => {
  const texts = Object.entries(values).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
  return texts.length === 0 ? ' when it is missing' : ` with ${code(texts.join(', '))}`;
};

/** Describes the data of an example other than the fields. */
function around({ declares, data, records }: Example): string {
  const parts = [
    ...(declares === undefined ? [] : [`after ${code(declares)}`]),
    ...(data === undefined ? [] : [`where the data are ${code(JSON.stringify(data))}`]),
    ...(records === undefined ? [] : [`where the earlier records are ${code(JSON.stringify(records))}`]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

const exampleLine = (example: Example): string =>
  `- ${code(example.text)} gives ${code(example.result)}${example.given ? given(example.given) : ''}${around(example)}`;

function patternName(pattern: TypePattern): string {
  if (pattern === 'T') return 'any one type';
  if (pattern === 'list<T>') return 'a list of that type';
  return typeof pattern === 'string' ? kindName(pattern) : pattern.map(kindName).join(' or ');
}

const signatureLine = ({ operands, atMost }: Signature): string =>
  `- ${operands.map(patternName).join(', ')}${atMost === undefined ? '' : ` (up to ${String(operands.length - 1 + atMost)})`}`;

function declarationText({ name, documentation, signatures, missing, cost, examples }: Declaration): string {
  const says = missing === 'strict' ? 'unknown when an operand is unknown' : missing.says;
  return [
    documentation,
    `JSON: ${code(name)}. Missing data: ${says}. Cost: ${cost} (${String(costWeights[cost])}).`,
    `Takes:\n\n${signatures.map(signatureLine).join('\n')}`,
    examples.map(exampleLine).join('\n'),
  ].join('\n\n');
}

function aggregateText({ documentation, empty, readsRows, examples }: AggregateDeclaration): string {
  const cost =
    readsRows === true
      ? 'c4 (60)'
      : 'c3 (20) when its filter is plain, else c4 (60); c2 (5) over records without a time';
  return [
    documentation,
    `No records: ${empty}. A missing key: unknown (\`missing_key\`). Cost: ${cost}.`,
    examples.map(exampleLine).join('\n'),
  ].join('\n\n');
}

const actionText = ({ name, settings, documentation, example }: RuleActionDeclaration): string =>
  [documentation, `JSON: ${code(name)} with ${settings}.`, `- ${code(example)}`].join('\n\n');

const literalRow = ({ name, form, documentation }: LiteralForm): string =>
  `| ${code(cell(form))} | ${code(name)} | ${cell(documentation)} |`;

const fieldRow = ({ path, type, nullable, openKeys, description }: FieldDeclaration): string => {
  const kind = openKeys && type.kind === 'object' ? 'object with keys of your own' : typeName(type);
  return `| ${code(path)} | ${kind} | ${nullable ? 'yes' : 'no'} | ${cell(description)} |`;
};

const fieldTable = (title: string, fields: readonly FieldDeclaration[]): string =>
  [
    `### ${title}`,
    ['| Field | Type | May be missing | Content |', '|---|---|---|---|', ...fields.map(fieldRow)].join('\n'),
  ].join('\n\n');

const targets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

const linkWords = ({ sides, per }: SourceDeclaration): string =>
  [...Object.keys(sides), ...(per ? ['per'] : [])].map(code).join(', ');

/** Lists the own fields of a record. Those of its linked entities are listed with the rules on them. */
function recordTable(source: SourceDeclaration): string {
  const own = libraryCatalogue.schema.recordFields(source.name).filter(({ path }) => !/^[a-z]+\./.test(path));
  const time =
    source.timePath === null ? 'They have no time and take no window.' : `Time: ${code(source.timePath.join('.'))}.`;
  return `${fieldTable(`Records of ${code(source.name)}`, own)}\n\n${time} Links: ${linkWords(source)}.`;
}

/** Something that a rule can name, as Markdown without its heading. */
export interface ReferenceEntry {
  readonly kind: 'operator' | 'function' | 'aggregate' | 'action';
  readonly name: string;
  /** Its form in a rule. */
  readonly form: string;
  readonly text: string;
}

const entriesOf = <Declared extends { readonly name: string; readonly form: string }>(
  kind: ReferenceEntry['kind'],
  declared: readonly Declared[],
  textOf: (each: Declared) => string,
): readonly ReferenceEntry[] =>
  declared.map((each) => ({ kind, name: each.name, form: each.form, text: textOf(each) }));

/** Returns everything that rules refer to by name, derived from the declarations that the checker and the evaluators use. */
export function referenceEntries(): readonly ReferenceEntry[] {
  const { operators, functions, aggregates } = libraryCatalogue;
  return [
    ...entriesOf('operator', operators, declarationText),
    ...entriesOf('function', functions, declarationText),
    ...entriesOf('aggregate', aggregates, aggregateText),
    ...entriesOf('action', ruleActions, actionText),
  ];
}

/** Returns the fields of each kind of rule, the records of aggregates, and the literals, each with a title and tables. */
export const referenceTables = (): readonly { readonly title: string; readonly text: string }[] => [
  { title: 'Fields', text: targets.map((of) => fieldTable(`Rules on ${code(of)}`, fieldsOf(of))).join('\n\n') },
  {
    title: 'Records of aggregates',
    text: [
      'The own fields of a record. Fields of the entities linked to it are written as in the tables of fields.',
      ...libraryCatalogue.schema.sources.map(recordTable),
    ].join('\n\n'),
  },
  {
    title: 'Literals',
    text: ['| Text | JSON | Meaning |', '|---|---|---|', ...literalForms.map(literalRow)].join('\n'),
  },
];

const fieldsOf = (target: Target): readonly FieldDeclaration[] => libraryCatalogue.schema.fields(target);

/** Returns everything that a rule can name as one page of Markdown. */
export function referenceManual(): string {
  const entries = referenceEntries();
  const [fields, records, literals] = referenceTables().map(({ title, text }) => `## ${title}\n\n${text}`);
  const section = (kind: ReferenceEntry['kind']): readonly string[] =>
    entries.filter((each) => each.kind === kind).map(({ form, text }) => `### ${code(form)}\n\n${text}`);
  const parts = [
    '# Reference of the rule language',
    'Made from the declarations in `packages/library` by `npm run generate`. Every example runs as a test.',
    '## Operators',
    ...section('operator'),
    '## Functions',
    ...section('function'),
    '## Aggregates',
    insideAggregates,
    ...section('aggregate'),
    fields,
    records,
    '## Actions',
    ...section('action'),
    literals,
  ];
  return `${parts.join('\n\n')}\n`;
}

const insideAggregates =
  'Inside an aggregate a bare name is a field of the record: `amount`, `status`, `origin.countryCode`.';
