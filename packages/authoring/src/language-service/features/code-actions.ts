import type { CodeAction, Range } from 'vscode-languageserver-types';
import type { Project } from '../project/project.js';
import { diagnosticsOf } from './diagnostics.js';
import type { SetFindings } from './set-findings.js';

const isBefore = (a: Range['start'], b: Range['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const overlap = (a: Range, b: Range): boolean => !isBefore(a.end, b.start) && !isBefore(b.end, a.start);

/** Returns the fixes for the problems in a range. Safe fixes are marked as preferred. */
export function codeActionsIn(uri: string, range: Range, project: Project, set: SetFindings): readonly CodeAction[] {
  const found = diagnosticsOf(uri, project, set);
  const quick = found
    .filter((diagnostic) => overlap(diagnostic.range, range))
    .flatMap((diagnostic) =>
      diagnostic.data.fixes.map(({ title, safe, edits }): CodeAction => ({
        title,
        kind: 'quickfix',
        diagnostics: [diagnostic],
        isPreferred: safe,
        edit: { changes: { [uri]: [...edits] } },
      })),
    );
  const safe = found.flatMap(({ data }) => data.fixes.filter((fix) => fix.safe).slice(0, 1));
  if (safe.length === 0) return quick;
  return [
    ...quick,
    {
      title: 'Apply all safe fixes',
      kind: 'source.fixAll',
      edit: { changes: { [uri]: withoutOverlap(safe.flatMap(({ edits }) => edits)) } },
    },
  ];
}

type Edit = { readonly range: Range; readonly newText: string };

/** Keeps only the first of two overlapping edits. */
function withoutOverlap(edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => (isBefore(a.range.start, b.range.start) ? -1 : 1))) {
    const last = kept.at(-1);
    if (!last || !isBefore(edit.range.start, last.range.end)) kept.push(edit);
  }
  return kept;
}
