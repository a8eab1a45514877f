import type { AggregateNeed, FactNeeds, WindowNeed } from './fact-needs.js';

const ofRules = (rules: readonly string[]): string =>
  rules.length <= 3 ? rules.join(', ') : `${rules.slice(0, 3).join(', ')} and ${String(rules.length - 3)} more`;

function linksText({ links }: WindowNeed): string {
  const texts = links.map((alternatives) =>
    alternatives
      .map((keys) => keys.map(({ ofRecord, ofSubject }) => `${ofRecord} = subject ${ofSubject}`).join(' and '))
      .join(', or '),
  );
  return texts.length === 0 ? 'all records of the organization' : texts.join('; ');
}

const aggregateLine = ({ text, foldable, capped, rules }: AggregateNeed): string =>
  `    ${text} · ${foldable ? 'may be folded' : 'reads rows'}${capped ? ', row cap' : ''} · ${ofRules(rules)}`;

const windowLines = (window: WindowNeed): string[] => [
  `  ${window.source}: ${linksText(window)}`,
  `    fields: ${window.columns.length === 0 ? 'none' : window.columns.join(', ')}`,
  ...window.aggregates.map(aggregateLine),
];

const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);

const pathLines = (paths: readonly string[]): string[] => paths.map((path) => `  ${path}`);

/** Returns the needs of a set as lines of text for people. What is not needed is left out. */
export function printFactNeeds(needs: FactNeeds): string {
  const { entities, lists, windows, lookups, rates } = needs;
  const lines = [
    ...section(
      'linked entities',
      entities.map(({ member, paths }) => `  ${member}: ${paths.join(', ')}`),
    ),
    ...section('enrichment', pathLines(needs.enrichment)),
    ...section('ownership', pathLines(needs.ownership)),
    ...section(
      'lists',
      lists.map(({ id, rules }) => `  ${id} · ${ofRules(rules)}`),
    ),
    ...section('windows', windows.flatMap(windowLines)),
    ...section(
      'lookups',
      lookups.map(
        ({ function: name, perRecord, rules }) => `  ${name}${perRecord ? ', per record' : ''} · ${ofRules(rules)}`,
      ),
    ),
    ...section(
      'rates',
      rates.map(({ to, perRecord, rules }) => `  to ${to}${perRecord ? ', per record' : ''} · ${ofRules(rules)}`),
    ),
  ];
  return lines.length === 0 ? 'nothing is fetched' : lines.join('\n');
}
