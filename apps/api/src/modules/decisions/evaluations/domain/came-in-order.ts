import type { DataRead } from '@tamis/lang';
import { memberText } from '../../../../platform/http/index.js';
import { isListRead, itemKeys, probeKeys } from '../../data-lists/index.js';
import type { EvaluationReport } from './evaluation-report.js';

/** An evaluation of a group: its position in the group, and the round in which it was made. */
export interface RunOfGroup {
  readonly index: number;
  readonly turn: number;
  readonly report: EvaluationReport;
}

/**
 * Whether the evaluations of a group have the results they would have had one after the other: none missed a status or list item set by an
 * earlier one, and none read one set by a later one. Parties are read once, before the first round; lists are read in each round.
 */
export function cameInOrder(runs: readonly RunOfGroup[]): boolean {
  const moved = firstStatusChanges(runs);
  const added = listAdditions(runs);
  return runs.every(
    (run) =>
      run.report.subject.entityIds.every((id) => (moved.get(id) ?? run.index) >= run.index) &&
      (added.size === 0 || readsOfLists(run).every((key) => (added.get(key) ?? []).every((by) => isInOrder(by, run)))),
  );
}

const isInOrder = (by: RunOfGroup, run: RunOfGroup): boolean => by.turn < run.turn === by.index < run.index;

/** The position of the first evaluation that changed the status of each entity. */
function firstStatusChanges(runs: readonly RunOfGroup[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { index, report } of runs)
    for (const { event, resourceId } of report.applied.entries)
      if (event === 'entity_status_changed') first.set(resourceId, Math.min(index, first.get(resourceId) ?? index));
  return first;
}

/** The evaluations that added items, keyed by list, by list and key, and by key alone. */
function listAdditions(runs: readonly RunOfGroup[]): ReadonlyMap<string, readonly RunOfGroup[]> {
  const added = new Map<string, RunOfGroup[]>();
  for (const run of runs) {
    const { applied, decided } = run.report;
    const lists = new Set(
      applied.entries.flatMap((each) => (each.event === 'data_list_items_added' ? each.resourceId : [])),
    );
    for (const effect of lists.size === 0 ? [] : decided.effects) {
      if (effect.kind !== 'addToList' || !lists.has(effect.listId)) continue;
      const keys = itemKeys('custom', [effect.value ?? '']);
      const list = effect.listId.toLowerCase();
      for (const name of [list, ...keys.flatMap((key) => [key, `${list} ${key}`])])
        added.set(name, [...(added.get(name) ?? []), run]);
    }
  }
  return added;
}

/** The list lookups of an evaluation, as keys of `listAdditions`. */
function readsOfLists({ report }: RunOfGroup): readonly string[] {
  const answers = JSON.parse(memberText(report.decided.facts, 'reads') ?? '{}') as object;
  return Object.keys(answers).flatMap((text) => {
    const read = JSON.parse(text) as DataRead;
    if (!isListRead(read)) return [];
    if (!('value' in read)) return [read.listId.toLowerCase()];
    const keys = probeKeys(read.value, read.isAddress).map(({ key }) => key);
    return 'listId' in read ? keys.map((key) => `${read.listId.toLowerCase()} ${key}`) : keys;
  });
}
