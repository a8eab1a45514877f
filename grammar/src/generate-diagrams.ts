import type { ISerializedGast } from 'chevrotain';
import railroad from 'railroad-diagrams';
import { RulesParser } from './parser/rules-parser.js';

/** The members of `ISerializedGast` that occur in this grammar. */
interface Production extends ISerializedGast {
  readonly definition?: Production[];
  readonly name?: string;
  readonly separator?: Production;
  readonly pattern?: string;
  /** Name of the token in the grammar. */
  readonly terminalLabel?: string;
}

/** Descriptions of tokens that are patterns rather than words or signs, in the terms of authors. */
const shapes: Readonly<Record<string, string>> = {
  AggregateWord: 'count, sum, avg …',
  CallName: 'name',
  Date: 'date',
  DateTime: 'date and time',
  Distance: 'distance',
  Duration: 'duration',
  ExpectedWord: 'status, assigned …',
  Money: 'money',
  Name: 'name',
  Number: 'number',
  Percent: 'percent',
  RawText: '`pattern`',
  Text: '"text"',
};

/** Returns the spelling that the formatter prints: the first of several. */
const spelling = (pattern: string): string =>
  pattern === '==?' ? '=' : (pattern.split('|')[0] ?? pattern).replace(/\\(.)/g, '$1');

function terminal({ name = '', pattern = '', terminalLabel }: Production): railroad.Part {
  const shape = shapes[name];
  if (shape === undefined) return railroad.Terminal(spelling(pattern));
  return railroad.NonTerminal(shape === 'name' ? (terminalLabel ?? shape) : shape);
}

const sequence = (items: readonly Production[] = []): railroad.Part =>
  items.length === 0 ? railroad.Skip() : railroad.Sequence(...items.map(draw));

function draw(production: Production): railroad.Part {
  const { type, definition, separator, name = '' } = production;
  switch (type) {
    case 'Terminal':
      return terminal(production);
    case 'NonTerminal':
      return railroad.NonTerminal(name, `#${name}`);
    case 'Option':
      return railroad.Optional(sequence(definition));
    case 'Repetition':
      return railroad.ZeroOrMore(sequence(definition));
    case 'RepetitionMandatory':
      return railroad.OneOrMore(sequence(definition));
    case 'RepetitionWithSeparator':
      return railroad.ZeroOrMore(sequence(definition), separator && draw(separator));
    case 'RepetitionMandatoryWithSeparator':
      return railroad.OneOrMore(sequence(definition), separator && draw(separator));
    case 'Alternation':
      return railroad.Choice(0, ...(definition ?? []).map((each) => sequence(each.definition)));
    default:
      throw new Error(`a ${type} cannot be drawn`);
  }
}

const style = `
  body { font-family: system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #ffffff; }
  nav { columns: 12rem; margin-bottom: 2rem; }
  nav a { display: block; }
  svg.railroad-diagram { max-width: 100%; height: auto; }
  svg.railroad-diagram path { stroke: #1a1a1a; stroke-width: 2; fill: none; }
  svg.railroad-diagram text { font: 14px ui-monospace, monospace; text-anchor: middle; }
  svg.railroad-diagram rect { stroke: #1a1a1a; stroke-width: 2; fill: #f3f6ea; }
  svg.railroad-diagram .non-terminal rect { fill: #e8eef7; }
  svg.railroad-diagram a text { text-decoration: underline; }`;

const byReader = (productions: readonly Production[]): readonly Production[] => {
  const first = productions.filter(({ name }) => name === 'file');
  return [...first, ...productions.filter(({ name }) => name !== 'file')];
};

/** Returns a page with a railroad diagram of every production, derived from the parser itself. */
export function diagramsText(): string {
  const productions = byReader(new RulesParser().getSerializedGastProductions());
  const links = productions.map(({ name = '' }) => `    <a href="#${name}">${name}</a>`);
  const sections = productions.map(
    ({ name = '', definition = [] }) =>
      `  <section id="${name}">\n    <h2>${name}</h2>\n${railroad
        .Diagram(...definition.map(draw))
        .toString()
        .trim()}\n  </section>`,
  );
  return `<!doctype html>
<!-- Generated from the parser by npm run generate. Do not edit. -->
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Grammar of the rule language</title>
  <style>${style}
  </style>
</head>
<body>
  <h1>Grammar of the rule language</h1>
  <nav>
${links.join('\n')}
  </nav>
${sections.join('\n')}
</body>
</html>
`;
}
