import type { Label } from '@tamis/dry-run';
import { failure, ok, type Result } from '@tamis/stdx';
import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { failureReason } from '../input/find-files.js';
import { failureProblem, type Problem } from '../problem.js';

/** By record id. */
export type Labels = ReadonlyMap<string, Label | null>;

const words = new Map<string, Label | null>([
  ['fraud', 'fraud'],
  ['positive', 'fraud'],
  ['1', 'fraud'],
  ['true', 'fraud'],
  ['cleared', 'cleared'],
  ['negative', 'cleared'],
  ['0', 'cleared'],
  ['false', 'cleared'],
  ['', null],
]);

/**
 * Reads labels from a CSV file with two columns: the id of a record, and `fraud` or `cleared` (`positive`, `negative`, 1 and 0 are accepted
 * too). A heading is skipped. Fails with the problem and its line.
 */
export function readLabels(name: string, io: CliIo): Result<Labels, Problem> {
  try {
    const rows: string[][] = parse(readFileSync(resolve(io.cwd, name), 'utf8'), {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    });
    const labels = new Map<string, Label | null>();
    for (const [index, [id = '', word = '']] of rows.entries()) {
      const label = words.get(word.toLowerCase());
      if (label !== undefined && id !== '') labels.set(id, label);
      else if (index > 0)
        return failure(
          failureProblem(`${name}: row ${index + 1} must be an id and \`fraud\` or \`cleared\`: \`${id},${word}\``),
        );
    }
    return ok(labels);
  } catch (error) {
    return failure(failureProblem(`${name}: ${failureReason(error)}`));
  }
}
