import { Option } from 'commander';
import type { AddCommand } from '../command.js';
import type { ImportFlags, ImportFormat } from '../runs/import.js';

const examples = `
Formats:
  radar               Stripe Radar: attributes with values, lists and each other, INCLUDES, LIKE, is_missing, AND, OR, NOT
                      and their signs, counts over time; allow and requests become keys of the response
  json-rules-engine   rules with all, any, not and the built-in operators: one, a list, or {rules: […],
                      conditions?: {name: …}} with the conditions that they name
  json-logic          JsonLogic: one expression, or a list of {name?, logic}
  gorules             decision tables of GoRules, {nodes, edges}: a rule for each row, its outputs as keys

Examples:
  $ tamis import radar radar.txt --map scores.json > rules/radar.rules
  $ tamis import json-rules-engine rules.json --map fields.json > rules/imported.rules
  $ cat logic.json | tamis import json-logic -
  $ tamis import gorules pricing.json > rules/pricing.rules

Names of a source become members of transaction.metadata; --below names another object, --map a JSON file of names and fields:
{"age": "origin.ageYears"}, for Radar {"risk_score": "transaction.metadata.score"}. Write a dot that is part of a name with a
backslash before it. An imported rule has the same meaning, also with missing data, as long as each name has values of the type it is
compared with; with other types it is unknown. If data could still make a difference, a comment in the rule says so. Everything without
an equivalent is refused with its name and position: exit code 1.`;

export const addImport: AddCommand = (program, io, finish) => {
  program
    .command('import')
    .description('import rules of other engines')
    .argument('<format>', 'radar, json-rules-engine, json-logic or gorules')
    .argument('<file>', 'a file, or - for standard input')
    .option('--map <file>', 'fields by name (JSON)')
    .addOption(new Option('--below <path>', 'where names stand that are not mapped').default('transaction.metadata'))
    .option('--json', 'one JSON document on standard output: {rules, refused}')
    .addHelpText('after', examples)
    .action(async (format: ImportFormat, file: string, flags: ImportFlags) => {
      const { importRules } = await import('../runs/import.js');
      finish(await importRules(format, file, flags, io));
    });
};
