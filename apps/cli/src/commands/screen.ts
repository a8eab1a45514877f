import type { AddCommand } from '../command.js';
import type { ScreenFlags } from '../runs/screen.js';

const examples = `
Examples:
  $ tamis screen customers.csv --lists consolidated.xml                              names of the column \`name\`, or of the first one
  $ tamis screen customers.csv --lists lists/* --country-column nation --date-column born --explain
  $ tamis screen customers.csv --lists lists/* --type company --csv > hits.csv
  $ tamis screen customers.csv --lists lists/* --sweep 0.7..0.95                     how many alerts each threshold gives

No server is used: list files are read as published, and recognized by their names (sdn_advanced.xml and cons_advanced.xml,
consolidated.xml, xmlFullSanctionsList_1_1.xml, UK-Sanctions-List.csv, PEP.zip, CEIS.zip, entities.ftm.json, targets.simple.csv).
Dates and countries can only lower a score. Exit codes: 0 no matches, 1 matches or an unreadable row (with --sweep only the latter),
2 wrong usage, 3 a file cannot be read.`;

export const addScreen: AddCommand = (program, io, finish) => {
  program
    .command('screen')
    .description('screen names of a CSV file against sanction and PEP lists, without a server')
    .argument('<names>', 'a CSV file with a header row, or - for standard input')
    .requiredOption('--lists <files...>', 'files of lists, as published')
    .option('--threshold <score>', 'minimum score of a match', '0.82')
    .option('--name-column <column>', 'default: `name`, or else the first column')
    .option('--country-column <column>', 'column with countries, as code or English name')
    .option('--date-column <column>', 'column with births: a year, month or date')
    .option('--type <type>', 'person, company, vessel, aircraft or other; default: any')
    .option('--weak-aliases', 'also match names that the lists themselves call weak')
    .option('--explain', 'explain the score of each match, word by word')
    .option('--sweep <range>', 'count the matches of each threshold: `0.7..0.95`, in steps of 0.01')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'CSV: one line per match, or per threshold')
    .addHelpText('after', examples)
    .action(async (names: string, flags: ScreenFlags) => {
      const { screen } = await import('../runs/screen.js');
      finish(await screen(names, flags, io));
    });
};
