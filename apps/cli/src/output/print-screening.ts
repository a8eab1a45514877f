import type { MatchExplanation } from '@tamis/screening';
import { csvText } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { grouped } from './grouped.js';
import { painter } from './paint.js';
import { plural } from './plural.js';
import { tableText } from './print-table.js';
import type { ReadLists, RowProblem, ScreenedRow } from './screened-names.js';

const whole = 10_000;

/** Formats ten-thousandths: `0.8512`. */
export const scoreText = (score: number): string => (score / whole).toFixed(4);

/** Describes lists: `un_sc and gb_uksl, 4,812 entries`. */
export function listsText({ lists, entries }: ReadLists): string {
  const codes = lists.map(({ code }) => code);
  const named = codes.length < 2 ? codes.join('') : `${codes.slice(0, -1).join(', ')} and ${codes.at(-1)!}`;
  return `${named}, ${entries.length === 1 ? '1 entry' : `${grouped(entries.length)} entries`}`;
}

type Match = ScreenedRow['matches'][number];

const matchedName = ({ entry, theirs }: Match, { entries }: ReadLists): string =>
  entries[entry]!.names[theirs]?.text ?? '';

/** Prints the names that match, each with its matches, and what was screened against which lists. */
export function printScreening(parties: readonly ScreenedRow[], loaded: ReadLists, threshold: number, io: CliIo): void {
  const paint = painter(io.color);
  const found = parties.filter(({ matches }) => matches.length > 0);
  for (const { row, party, matches } of found) {
    io.out(`${paint('bold', party.names[0]!)}  row ${row}\n`);
    const rows = matches.map((match) => [
      scoreText(match.score),
      matchedName(match, loaded),
      `${match.dataset} ${match.id}`,
      loaded.entries[match.entry]!.topics.join(', '),
    ]);
    for (const [at, line] of tableText(rows).split('\n').slice(0, -1).entries()) {
      io.out(`${line}\n`);
      const explanation = matches[at]!.explanation;
      if (explanation) io.out(explanationText(explanation));
    }
  }
  const all = found.reduce((sum, { matches }) => sum + matches.length, 0);
  const matches = all === 1 ? '1 match' : `${grouped(all)} matches`;
  io.out(`${found.length === 0 ? '' : '\n'}${plural(parties.length, 'name')} against ${listsText(loaded)}: `);
  io.out(`${grouped(found.length)} found, ${matches} with a score of ${scoreText(threshold)} or more\n`);
}

/** Explains line by line what the score consists of. */
function explanationText({
  because,
  leftOver,
  legalFormCost,
  qualifiers,
  identifiers,
  identifierEffect,
}: MatchExplanation): string {
  const signed = (points: number): string => `${points < 0 ? '-' : '+'}${scoreText(Math.abs(points))}`;
  const rows = because.map(({ ours, theirs, kind, similarity, points }) => [
    signed(points),
    kind === 'equal' ? ours : `${ours} = ${theirs}`,
    kind === 'equal' ? kind : `${kind}, ${scoreText(similarity)} alike`,
  ]);
  const left = [...leftOver.ours, ...leftOver.theirs];
  if (leftOver.cost !== 0 || left.length > 0)
    rows.push([signed(-leftOver.cost), left.join(' '), 'occurs on one side only']);
  if (legalFormCost !== 0) rows.push([signed(-legalFormCost), '', 'different legal form']);
  for (const { of, ours, theirs, effect } of qualifiers)
    rows.push([signed(effect), of.replaceAll('_', ' '), ours === '' ? theirs : `${ours}, theirs ${theirs}`]);
  for (const { scheme, ours, kind } of identifiers)
    rows.push([signed(kind === 'equal' ? identifierEffect : 0), scheme, `${ours}, ${kind}`]);
  return tableText(rows, '    ');
}

/** Columns that describe a match, in order. */
const columns = ['row', 'name', 'score', 'nameScore', 'list', 'entry', 'matchedName', 'nameKind', 'topics', 'against'];

/** One line for each match. */
export const screeningCsv = (parties: readonly ScreenedRow[], loaded: ReadLists): string =>
  csvText(
    columns,
    parties.flatMap(({ row, party, matches }) =>
      matches.map((match) => {
        const entry = loaded.entries[match.entry]!;
        return [
          row,
          party.names[0]!,
          match.score / whole,
          match.nameScore / whole,
          match.dataset,
          match.id,
          matchedName(match, loaded),
          entry.names[match.theirs]?.kind ?? '',
          entry.topics.join(' '),
          match.qualifiers.map(({ of }) => of).join(' '),
        ];
      }),
    ),
  );

/** All details, for programs. Scores in explanations are integers in ten-thousandths. */
export const screeningJson = (
  parties: readonly ScreenedRow[],
  problems: readonly RowProblem[],
  loaded: ReadLists,
  threshold: number,
): object => ({
  lists: loaded.lists,
  threshold: threshold / whole,
  names: parties.length,
  found: parties
    .filter(({ matches }) => matches.length > 0)
    .map(({ row, party, matches }) => ({
      row,
      name: party.names[0],
      matches: matches.map((match) => {
        const { topics, countries, births, names } = loaded.entries[match.entry]!;
        return {
          score: match.score / whole,
          nameScore: match.nameScore / whole,
          ...{ list: match.dataset, entry: match.id, matchedName: names[match.theirs] ?? null },
          ...{ topics, countries, births, qualifiers: match.qualifiers },
          ...(match.explanation ? { explanation: match.explanation } : {}),
        };
      }),
    })),
  problems,
});
