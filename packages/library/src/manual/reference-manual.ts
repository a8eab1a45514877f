import {
  costWeights,
  kindName,
  typeName,
  type AggregateDeclaration,
  type Declaration,
  type Example,
  type FieldDeclaration,
  type Signature,
  type Target,
  type TypePattern,
} from '@tamis/lang';
import { libraryCatalogue } from '../catalogue/library-catalogue.js';

/** A bar would end a table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${text}\``;

const given = (values: Readonly<Record<string, unknown>>): string => {
  const texts = Object.entries(values).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
  return texts.length === 0 ? ' when it is missing' : ` with ${code(texts.join(', '))}`;
};

const exampleLine = ({ text, result, given: values }: Example): string =>
  `- ${code(text)} gives ${code(result)}${values ? given(values) : ''}`;

function patternName(pattern: TypePattern): string {
  if (pattern === 'T') return 'any one type';
  if (pattern === 'list<T>') return 'a list of that type';
  return typeof pattern === 'string' ? kindName(pattern) : pattern.map(kindName).join(' or ');
}

const signatureLine = ({ operands, atMost }: Signature): string =>
  `- ${operands.map(patternName).join(', ')}${atMost === undefined ? '' : ` (up to ${String(operands.length - 1 + atMost)})`}`;

function declarationText({ name, form, documentation, signatures, missing, cost, examples }: Declaration): string {
  const says = missing === 'strict' ? 'unknown when an operand is unknown' : missing.says;
  return [
    `### ${code(form)}`,
    documentation,
    `JSON: ${code(name)}. Missing data: ${says}. Cost: ${cost} (${String(costWeights[cost])}).`,
    `Takes:\n\n${signatures.map(signatureLine).join('\n')}`,
    examples.map(exampleLine).join('\n'),
  ].join('\n\n');
}

const aggregateText = ({ form, documentation, examples }: AggregateDeclaration): string =>
  [`### ${code(form)}`, documentation, examples.map(exampleLine).join('\n')].join('\n\n');

const fieldRow = ({ path, type, nullable, openKeys, description }: FieldDeclaration): string => {
  const kind = openKeys && type.kind === 'object' ? 'object with keys of your own' : typeName(type);
  return `| ${code(path)} | ${kind} | ${nullable ? 'yes' : 'no'} | ${cell(description)} |`;
};

const fieldTable = (target: Target): string =>
  [
    `### Rules on ${code(target)}`,
    [
      '| Field | Type | May be missing | Content |',
      '|---|---|---|---|',
      ...libraryCatalogue.schema.fields(target).map(fieldRow),
    ].join('\n'),
  ].join('\n\n');

const targets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

/** Everything a rule can name, as Markdown, made from the declarations that checker and evaluators read. */
export function referenceManual(): string {
  const { operators, functions, aggregates } = libraryCatalogue;
  const parts = [
    '# Reference of the rule language',
    'Made from the declarations in `packages/library` by `npm run generate`. Every example runs as a test.',
    '## Operators',
    ...operators.map(declarationText),
    '## Functions',
    ...functions.map(declarationText),
    '## Aggregates',
    'Inside an aggregate a bare name is a field of the record: `amount`, `status`, `origin.countryCode`.',
    ...aggregates.map(aggregateText),
    '## Fields',
    ...targets.map(fieldTable),
  ];
  return `${parts.join('\n\n')}\n`;
}
