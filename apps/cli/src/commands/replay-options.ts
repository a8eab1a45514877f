import { type Command, Option } from 'commander';

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];

/** Adds an option that may be given several times. */
export const repeatable = (command: Command, flags: string, description: string): Command =>
  command.option(flags, description, collect, []);

/** Adds the options of every command that replays a file of events. */
export function addReplayOptions(command: Command): Command {
  return repeatable(command, '--params <name=value>', 'another value of a parameter; may be given again')
    .option('--tables <file>', 'lists, rates and reference data (JSON); left out: `tables` of tamis.config.json')
    .option('--labels <file>', 'a CSV file of ids and `fraud` or `cleared`, beside the labels of the events')
    .option('--from <time>', 'first time of the records that are decided; windows see what was before')
    .option('--to <time>', 'last time of the records that are decided; a day is the whole day')
    .option('--sample <share>', 'share of the records that is decided, chosen by seed and id; windows see all', '1')
    .option('--minutes <number>', 'minutes an analyst needs for an alert', '10')
    .option(
      '--overlay',
      'what rules do is seen by their own later runs: list items, statuses, alerts, decisions (usual over a file)',
    )
    .option('--no-overlay', 'what rules do is seen as the events have it (usual over records of a server)')
    .option('--seed <number>', 'chooses the sample and the order of the records that are listed', '1');
}

/** Adds the choice of which records of a server are replayed. Records of a file state their kind themselves. */
export const addReplayedRecords = (command: Command): Command =>
  command.addOption(
    new Option('--on <records>', 'of a server: what is evaluated again; left out: transaction')
      .choices(['transaction', 'person', 'company', 'user_event'])
      .conflicts('local'),
  );
