import { printFactNeeds, type FactNeeds, type PlanReport, type ScopePlan, type SharedFact } from '@tamis/engine';
import type { CliIo } from '../cli-io.js';
import { painter } from './paint.js';
import { plural } from './plural.js';
import { tableText } from './print-table.js';

/** Maximum number of fields of an index that are listed. The others are counted. */
const fieldsShown = 10;

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('');

function accessPathText({ way, indexedFields, estimatedNs: { index, closures } }: ScopePlan): string {
  if (indexedFields.length === 0) return 'rule by rule: no single field excludes any';
  return way === 'index'
    ? `index over single fields: excluding rules takes about ${index} ns, rule by rule ${closures} ns`
    : `rule by rule: excluding rules takes about ${closures} ns, with an index over single fields ${index} ns`;
}

function printScope(scope: ScopePlan, io: CliIo): void {
  const { target, triggers, stage, rules, indexedFields, rulesBeyondIndex } = scope;
  const paint = painter(io.color);
  const later = stage === 'async' ? ', after the response' : '';
  io.out(`\n${paint('bold', `on ${target} (${triggers.join(', ')})${later}`)}: ${plural(rules, 'rule')}\n`);
  io.out(`  ${accessPathText(scope)}\n`);
  io.out(
    tableText(
      indexedFields
        .slice(0, fieldsShown)
        .map(({ path, tests, rules: asking }) => [path, plural(tests, 'test'), `rules out ${plural(asking, 'rule')}`]),
      '    ',
    ),
  );
  if (indexedFields.length > fieldsShown)
    io.out(`    and ${plural(indexedFields.length - fieldsShown, 'field')} more\n`);
  if (rulesBeyondIndex > 0)
    io.out(`  ${plural(rulesBeyondIndex, 'rule')} with a part that does not depend on a single field\n`);
}

const factRow = ({ kind, what, rules }: SharedFact): string[] => [kind, what, plural(rules, 'rule')];

/** Prints the plan of a set for people. */
export function printPlan(report: Omit<PlanReport, 'version'>, needs: FactNeeds, io: CliIo): void {
  const paint = painter(io.color);
  const { rules, fields, distinctPredicates, predicateUses, facts, scopes, dearest } = report;
  io.out(`${plural(rules, 'rule')}, ${plural(distinctPredicates, 'distinct predicate')} of ${predicateUses}\n`);
  io.out(`\n${paint('bold', 'fields')}\n  ${fields.length === 0 ? 'none' : fields.join(', ')}\n`);
  if (facts.length > 0) io.out(`\n${paint('bold', 'shared facts')}\n${tableText(facts.map(factRow))}`);
  io.out(`\n${paint('bold', 'fetched')}\n${indented(printFactNeeds(needs))}`);
  for (const scope of scopes) printScope(scope, io);
  io.out(`\n${paint('bold', 'most expensive rules')}\n${tableText(dearest.map(({ key, cost }) => [key, cost]))}`);
}
