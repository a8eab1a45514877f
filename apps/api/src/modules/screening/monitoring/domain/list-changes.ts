import { ownList } from '../../watchlists/index.js';

/** The version of each list. */
export type ListVersions = Readonly<Record<string, string>>;

/** The list changes that are newer than the versions an organization has processed. */
export type NewerVersions =
  /** The starting point is unknown, so that everybody is screened again. */
  | { readonly kind: 'all' }
  | {
      readonly kind: 'changes';
      readonly lists: readonly { readonly code: string; readonly from: string; readonly to: string }[];
    };

/** Stands among the versions for that of the scoring, whose name no list has. */
export const scoringCode = '#scoring';

/** Determines the changes. Another profile or scoring, or lists that are added or removed, can change the result for everybody. */
export function newerVersions(
  passed: { readonly versions: ListVersions; readonly profileVersion: number },
  now: { readonly versions: ListVersions; readonly profileVersion: number },
): NewerVersions {
  const codes = Object.keys(now.versions);
  const isSameProfile = passed.profileVersion === now.profileVersion;
  const isSameLists =
    codes.length === Object.keys(passed.versions).length && codes.every((code) => code in passed.versions);
  if (!isSameProfile || !isSameLists) return { kind: 'all' };
  const lists = codes
    .map((code) => ({ code, from: passed.versions[code]!, to: now.versions[code]! }))
    .filter(({ code, from, to }) => isNewer(code, from, to));
  return lists.some(({ code }) => code === scoringCode) ? { kind: 'all' } : { kind: 'changes', lists };
}

/** The version of own lists that contain nobody. */
export const emptyOwnList = '';

/**
 * Another process may have processed a version that this one has not loaded yet; own lists are read in their current state, and their
 * versions have no order.
 */
const isNewer = (code: string, from: string, to: string): boolean =>
  code === ownList.code ? to !== from : Number(to) > Number(from);

/** A value that is not a version of own lists: neither the previous version nor the one in progress counts as processed. */
const leftOwnList = 'left';

/**
 * Returns the versions that count as processed during the transition to `now`. Own lists can return to an earlier state, and then nothing
 * would be newer: entities screened with the state in between would not be screened again if the process that started the transition died.
 */
export function leavingOwnList(passed: ListVersions, now: ListVersions): ListVersions {
  const own = passed[ownList.code];
  const isLeft = own !== undefined && ownList.code in now && own !== now[ownList.code];
  return isLeft ? { ...passed, [ownList.code]: leftOwnList } : passed;
}

/** Whether a screening used lists or a profile that are older than the processed versions, or than those about to be processed. */
export const isOutdated = (
  screened: { readonly versions: ListVersions; readonly profileVersion: number },
  target: { readonly versions: ListVersions; readonly profileVersion: number },
): boolean =>
  screened.profileVersion < target.profileVersion ||
  Object.entries(target.versions).some(([code, version]) =>
    isNewer(code, screened.versions[code] ?? emptyOwnList, version),
  );

/** An entry to which an open match of an entity refers. */
export interface MatchedEntry {
  readonly list: string;
  readonly entryId: string;
  readonly cluster: string;
}

/** Returns the matched entries that lists have changed, removed, or assigned to another cluster. */
export function changedEntries<Matched extends MatchedEntry>(
  matched: readonly Matched[],
  changedIds: ReadonlyMap<string, ReadonlySet<string>>,
  clusterOf: (entry: MatchedEntry) => string | undefined,
): readonly Matched[] {
  return matched.filter((entry) => {
    if (changedIds.get(entry.list)?.has(entry.entryId)) return true;
    return clusterOf(entry) !== entry.cluster;
  });
}
