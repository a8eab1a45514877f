import type { AddCommand } from '../command.js';
import type { ScreenFlags } from '../runs/screen.js';

const examples = `
Examples:
  $ tamis screen customers.csv --lists consolidated.xml                              names of the column \`name\`, or of the first one
  $ tamis screen customers.csv --lists lists/* --country-column nation --date-column born --explain
  $ tamis screen customers.csv --lists lists/* --type company --csv > hits.csv
  $ tamis screen customers.csv --lists lists/* --sweep 0.7..0.95                     which threshold gives how many alerts

No server is asked: files of lists are read as they are published, and known by their names (sdn_advanced.xml and cons_advanced.xml,
consolidated.xml, xmlFullSanctionsList_1_1.xml, UK-Sanctions-List.csv, PEP.zip, CEIS.zip, entities.ftm.json, targets.simple.csv).
Dates and countries only ever lower a score. Exit codes: 0 nobody is found, 1 somebody is, or a row cannot be read; with --sweep
only the latter; 2 wrong usage, 3 a file cannot be read.`;

export const addScreen: AddCommand = (program, io, finish) => {
  program
    .command('screen')
    .description('names of a CSV file against sanction and PEP lists, without a server')
    .argument('<names>', 'a CSV file with a heading, or - for standard input')
    .requiredOption('--lists <files...>', 'files of lists, as they are published')
    .option('--threshold <score>', 'matches below are none', '0.82')
    .option('--name-column <column>', 'left out: `name`, else the first one')
    .option('--country-column <column>', 'countries, by code or English name')
    .option('--date-column <column>', 'births: a year, a month or a day')
    .option('--type <type>', 'person, company, vessel, aircraft or other; left out: any')
    .option('--weak-aliases', 'names too that the lists themselves call weak')
    .option('--explain', 'say of each match word by word what its score is made of')
    .option('--sweep <range>', 'how many names each threshold finds: `0.7..0.95`, in steps of 0.01')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'a line for each match, or each threshold, for spreadsheets')
    .addHelpText('after', examples)
    .action(async (names: string, flags: ScreenFlags) => {
      const { screen } = await import('../runs/screen.js');
      finish(await screen(names, flags, io));
    });
};
