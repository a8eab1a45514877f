import { csvText } from '@tamis/stdx';
import type { Differences } from '../runs/diff.js';

/** A line for each change in words; one without words for a rule that was added or removed. */
export const differencesCsv = ({ differences }: Pick<Differences, 'differences'>): string =>
  csvText(
    ['rule', 'change', 'words'],
    differences.flatMap(({ rule, change, words }) =>
      words.length === 0 ? [[rule, change, null]] : words.map((each) => [rule, change, each]),
    ),
  );
