import type { DataTables } from '@tamis/lang';
import { failure, isObject, ok, type Result } from '@tamis/stdx';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { failureReason } from '../input/find-files.js';
import { parseJson } from '../input/json-text.js';
import { projectTables } from '../input/project-settings.js';
import { failureProblem, type Problem } from '../problem.js';

/** Reads lists, rates and reference data from a file, by default the one of the project. */
export function readTables(name: string | undefined, io: CliIo): Result<DataTables, Problem> {
  const path = name ?? projectTables(io);
  if (path === null) return ok({});
  try {
    const read = parseJson(readFileSync(resolve(io.cwd, path), 'utf8'));
    if (isObject(read)) return ok(read);
    return failure(failureProblem(`${path}: tables must be an object {lists?, rates?, reference?, …}`));
  } catch (error) {
    return failure(failureProblem(`${path}: ${failureReason(error)}`));
  }
}
