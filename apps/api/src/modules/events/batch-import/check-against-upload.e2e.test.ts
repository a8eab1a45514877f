import { sendForm } from '../../../../test/support/send-form.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useEntityImports } from '../../../../test/support/use-entity-imports.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

type Fields = Readonly<Record<string, string>>;

/** Result of sending a file: why it is refused, or how many of its rows are stored and how many are not. */
type Outcome = { readonly refused: string } | { readonly rows: number; readonly wrong: number };

const targets = {
  transaction: { upload: '/batch-import/import/transactions', head: ['externalId', 'type', 'amount', 'currency'] },
  entity_mixed: { upload: '/batch-import/import/entities', head: ['externalId', 'type', 'name', 'countryCode'] },
} as const;
type Target = keyof typeof targets;

/** A storable row for each target. */
const good: Readonly<Record<Target, (id: string) => readonly string[]>> = {
  transaction: (id) => [id, 'FEE', '1', 'USD'],
  entity_mixed: (id) => [id, 'person', `Ana ${id}`, 'BR'],
};

/** Warning codes about columns for which an upload would be refused as a whole. */
const ofColumns: ReadonlySet<string> = new Set(['MISSING_REQUIRED_COLUMN', 'UNKNOWN_PATH']);

interface SentFile {
  readonly name: string;
  readonly content: (line: Lines) => string | Uint8Array;
  readonly fields?: Fields;
  readonly outcome: 'refused' | readonly [rows: number, wrong: number];
}

/** The header line of a target, and the lines below it. */
interface Lines {
  readonly head: readonly string[];
  readonly row: (id: string) => readonly string[];
}

const csv = (lines: readonly (readonly string[])[], delimiter = ',', end = '\n'): string =>
  lines.map((cells) => cells.join(delimiter)).join(end);
const bom = '\ufeff';
const utf16 = (text: string, swap: boolean): Buffer => {
  const content = Buffer.from(bom + text, 'utf16le');
  return swap ? content.swap16() : content;
};

const files: readonly SentFile[] = [
  { name: 'commas', content: ({ head, row }) => csv([head, row('a'), row('b')]), outcome: [2, 0] },
  { name: 'semicolons', content: ({ head, row }) => csv([head, row('a')], ';'), outcome: [1, 0] },
  { name: 'tabs', content: ({ head, row }) => csv([head, row('a')], '\t'), outcome: [1, 0] },
  {
    name: 'semicolons that are named',
    content: ({ head, row }) => csv([head, row('a')], ';'),
    fields: { delimiter: ';' },
    outcome: [1, 0],
  },
  {
    name: 'another delimiter than is named',
    content: ({ head, row }) => csv([head, row('a')], ';'),
    fields: { delimiter: ',' },
    outcome: 'refused',
  },
  { name: 'bars', content: ({ head, row }) => csv([head, row('a')], '|'), outcome: 'refused' },
  {
    name: 'a comma in quotes before semicolons',
    content: ({ head, row }) =>
      csv(
        [
          [...head, '"metadata.a,b"'],
          [...row('a'), 'x'],
        ],
        ';',
      ),
    outcome: [1, 0],
  },
  { name: 'CR LF', content: ({ head, row }) => csv([head, row('a'), row('b')], ',', '\r\n'), outcome: [2, 0] },
  { name: 'CR alone', content: ({ head, row }) => csv([head, row('a'), row('b')], ',', '\r'), outcome: [2, 0] },
  { name: 'a mark at the start', content: ({ head, row }) => bom + csv([head, row('a')]), outcome: [1, 0] },
  {
    name: 'a mark before quotes and semicolons',
    content: ({ head, row }) => bom + csv([head.map((each) => `"${each}"`), row('a')], ';'),
    outcome: [1, 0],
  },
  { name: 'UTF-16', content: ({ head, row }) => utf16(csv([head, row('a')]), false), outcome: 'refused' },
  { name: 'UTF-16, the other way', content: ({ head, row }) => utf16(csv([head, row('a')]), true), outcome: 'refused' },
  {
    name: 'Latin-1 that says so',
    content: ({ head, row }) =>
      Buffer.from(
        csv([
          [...head, 'metadata.n'],
          [...row('a'), 'S\xe3o'],
        ]),
        'latin1',
      ),
    fields: { encoding: 'latin1' },
    outcome: [1, 0],
  },
  {
    name: 'Latin-1 that does not',
    content: ({ head, row }) =>
      Buffer.from(
        csv([
          [...head, 'metadata.n'],
          [...row('a'), 'S\xe3o'],
        ]),
        'latin1',
      ),
    outcome: 'refused',
  },
  {
    name: 'lines within quotes',
    content: ({ head, row }) =>
      csv([
        [...head, 'metadata.n'],
        [...row('a'), '"one\ntwo\r\nthree"'],
        [...row('b'), ''],
      ]),
    outcome: [2, 0],
  },
  {
    name: 'a quote that does not end',
    content: ({ head, row }) =>
      csv([
        [...head, 'metadata.n'],
        [...row('a'), '"one'],
        [...row('b'), ''],
      ]),
    outcome: 'refused',
  },
  {
    name: 'a quote within a cell',
    content: ({ head, row }) =>
      csv([
        [...head, 'metadata.n'],
        [...row('a'), 'o"n"e'],
      ]),
    outcome: 'refused',
  },
  { name: 'nothing', content: () => '', outcome: 'refused' },
  { name: 'a mark alone', content: () => bom, outcome: 'refused' },
  { name: 'empty lines alone', content: () => '\n\n\n', outcome: 'refused' },
  { name: 'a head alone', content: ({ head }) => csv([head]), outcome: 'refused' },
  { name: 'a head and empty lines', content: ({ head }) => csv([head, [''], [',,,']]), outcome: 'refused' },
  {
    name: 'empty lines between',
    content: ({ head, row }) => csv([[''], head, [''], row('a'), [',,,'], row('b'), ['']]),
    outcome: [2, 0],
  },
  {
    name: 'names of columns in other letters',
    content: ({ head, row }) => csv([head.map((each) => each.toUpperCase()), row('a')]),
    outcome: [1, 0],
  },
  {
    name: 'names of columns with blanks around',
    content: ({ head, row }) => csv([head.map((each) => ` ${each} `), row('a')]),
    outcome: [1, 0],
  },
  {
    name: 'a column twice',
    content: ({ head, row }) =>
      csv([
        [...head, 'type'],
        [...row('a'), 'x'],
      ]),
    outcome: 'refused',
  },
  {
    name: 'a column without a name',
    content: ({ head, row }) =>
      csv([
        [...head, ''],
        [...row('a'), ''],
      ]),
    outcome: [1, 0],
  },
  {
    name: 'a column too few',
    content: ({ head, row }) => csv([head.toSpliced(1, 1), row('a').toSpliced(1, 1)]),
    outcome: 'refused',
  },
  {
    name: 'a column that is nothing',
    content: ({ head, row }) =>
      csv([
        [...head, 'zz'],
        [...row('a'), '1'],
      ]),
    outcome: [1, 0],
  },
  { name: 'too few cells', content: ({ head, row }) => csv([head, row('a').slice(0, 2), row('b')]), outcome: [2, 1] },
  { name: 'too many cells', content: ({ head, row }) => csv([head, [...row('a'), 'x'], row('b')]), outcome: [2, 1] },
  { name: 'an id twice', content: ({ head, row }) => csv([head, row('a'), row('a'), row('b')]), outcome: [3, 1] },
  {
    name: 'a type that is none',
    content: ({ head, row }) => csv([head, row('a').with(1, 'GIFT'), row('b')]),
    outcome: [2, 1],
  },
  {
    name: 'characters that cannot be kept',
    content: ({ head, row }) =>
      csv([
        [...head, 'metadata.n'],
        [...row('a'), '\0'],
        [...row('b'), '1'],
      ]),
    outcome: [2, 1],
  },
  {
    name: 'semicolons below empty lines',
    content: ({ head, row }) => `\n\n${csv([head, row('a')], ';')}`,
    outcome: [1, 0],
  },
  {
    name: 'a mapping that names no place',
    content: ({ head, row }) => csv([head, row('a')]),
    fields: { columnMapping: '{"externalId":"externalId","type":"zz.zz"}' },
    outcome: 'refused',
  },
];

describe('shapes 27.1: result of a file check before upload', () => {
  const api = useTestApi();
  const { ended } = useEntityImports(api);

  const send = (path: string, content: string | Uint8Array, fields: Fields): Promise<TestResponse> =>
    sendForm(api(), path, [['a.csv', content]], fields);

  const refusalOf = ({ status, body, text }: TestResponse): string => {
    const { details } = body.error?.details === undefined ? body : body.error;
    if (status !== 400 || details === undefined) throw new Error(text);
    return Object.entries(details as object)
      .flat()
      .join(' ');
  };

  const checked = async (target: Target, content: string | Uint8Array, fields: Fields): Promise<Outcome> => {
    const answer = await send('/batch-import/validate-csv', content, { target, ...fields });
    if (answer.status !== 200) return { refused: refusalOf(answer) };
    const { totalRows, invalidRowCount, warnings } = answer.body;
    // A check reports wrong columns one by one, together with all other problems.
    const isRefused = (warnings as readonly Body[]).some(({ code }) => ofColumns.has(code as string));
    if (isRefused) return { refused: 'for its columns' };
    return { rows: totalRows, wrong: invalidRowCount };
  };

  const uploaded = async (target: Target, content: string | Uint8Array, fields: Fields): Promise<Outcome> => {
    const answer = await send(targets[target].upload, content, {
      batchErrorHandling: 'continue_collect_errors',
      ...fields,
    });
    if (answer.status !== 202) {
      const refused = refusalOf(answer);
      return { refused: /has no column for|path must begin with/.test(refused) ? 'for its columns' : refused };
    }
    const { totalItems, failed, skipped = 0 } = (await ended(answer.body.jobId as string)) as Body;
    return { rows: totalItems, wrong: failed + skipped };
  };

  const cases = (Object.keys(targets) as Target[]).flatMap((target) =>
    files.map((file, index) => [target, file.name, { ...file, id: `${target}-${index}` }] as const),
  );

  it.each(cases)(
    'equals the result of the upload: %s with %s',
    async (target, _, { content, fields = {}, outcome, id }) => {
      const sent = content({ head: targets[target].head, row: (name) => good[target](`${id}-${name}`) });
      const said = await checked(target, sent, fields);
      const became = await uploaded(target, sent, fields);
      expect(said).toEqual(became);
      if (outcome === 'refused') expect(became).toHaveProperty('refused');
      else expect(became).toEqual({ rows: outcome[0], wrong: outcome[1] });
    },
  );
});
