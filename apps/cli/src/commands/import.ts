import { Option } from 'commander';
import type { AddCommand } from '../command.js';
import type { ImportFlags, ImportFormat } from '../runs/import.js';

const examples = `
Formats:
  radar               Stripe Radar: attributes beside values, lists and one another, INCLUDES, LIKE, is_missing, AND, OR, NOT
                      and their signs, counts over time; allow and requests become keys of the answer
  json-rules-engine   rules with all, any, not and the built-in operators: one, a list, or {rules: […],
                      conditions?: {name: …}} with conditions that are named in them
  json-logic          JsonLogic: one expression, or a list of {name?, logic}
  gorules             decision tables of GoRules, {nodes, edges}: a rule for each row, its outputs as keys

Examples:
  $ tamis import radar radar.txt --map scores.json > rules/radar.rules
  $ tamis import json-rules-engine rules.json --map fields.json > rules/imported.rules
  $ cat logic.json | tamis import json-logic -
  $ tamis import gorules pricing.json > rules/pricing.rules

Names of a source become members of transaction.metadata; --below names another object, --map a JSON file of names and fields:
{"age": "origin.ageYears"}, for Radar {"risk_score": "transaction.metadata.score"}. A dot that is part of a name stands behind a
backslash. A rule that comes out means what it meant, with missing data too, as long as each name holds values of the type it is
compared with; with others it is undecided. Where data could still tell the two apart, a comment in the rule says so. What has no
equal is refused by name, with its place: exit code 1.`;

export const addImport: AddCommand = (program, io, finish) => {
  program
    .command('import')
    .description('rules of other engines as rules of this language')
    .argument('<format>', 'radar, json-rules-engine, json-logic or gorules')
    .argument('<file>', 'a file, or - for standard input')
    .option('--map <file>', 'fields for names (JSON)')
    .addOption(new Option('--below <path>', 'where names stand that are not mapped').default('transaction.metadata'))
    .option('--json', 'one JSON document on standard output: {rules, refused}')
    .addHelpText('after', examples)
    .action(async (format: ImportFormat, file: string, flags: ImportFlags) => {
      const { importRules } = await import('../runs/import.js');
      finish(await importRules(format, file, flags, io));
    });
};
