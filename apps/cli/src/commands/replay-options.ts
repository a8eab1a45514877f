import { type Command, Option } from 'commander';

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];

/** Adds an option that may be given several times. */
export const repeatable = (command: Command, flags: string, description: string): Command =>
  command.option(flags, description, collect, []);

/** Adds the options of every command that replays a file of events. */
export function addReplayOptions(command: Command): Command {
  return repeatable(command, '--params <name=value>', 'set a parameter to another value; can be repeated')
    .option('--tables <file>', 'lists, rates and reference data (JSON); default: `tables` of tamis.config.json')
    .option('--labels <file>', 'a CSV file of ids with `fraud` or `cleared`, in addition to the labels of the events')
    .option('--from <time>', 'start time of the evaluated records; windows also see earlier ones')
    .option('--to <time>', 'end time of the evaluated records; a date includes the whole day')
    .option('--sample <share>', 'share of the records to evaluate, selected by seed and id; windows see all', '1')
    .option('--minutes <number>', 'minutes that an analyst needs per alert', '10')
    .option(
      '--overlay',
      'later evaluations see the effects of rules: list items, statuses, alerts, decisions (default over a file)',
    )
    .option('--no-overlay', 'evaluations see recorded effects only (default over records of a server)')
    .option('--seed <number>', 'determines the sample and the order of listed records', '1');
}

/** Adds the choice of which records of a server are replayed. Records of a file state their kind themselves. */
export const addReplayedRecords = (command: Command): Command =>
  command.addOption(
    new Option('--on <records>', 'on a server: type of records to evaluate; default: transaction')
      .choices(['transaction', 'person', 'company', 'user_event'])
      .conflicts('local'),
  );
