import { ownList } from '../../watchlists/index.js';

/** By list, a version of it. */
export type ListVersions = Readonly<Record<string, string>>;

/** What of lists is newer than an organization has gone by. */
export type NewerVersions =
  /** Nobody knows from where on: everybody is screened again. */
  | { readonly kind: 'all' }
  | {
      readonly kind: 'changes';
      readonly lists: readonly { readonly code: string; readonly from: string; readonly to: string }[];
    };

/** Another profile, or lists that are screened against for the first time or no more, may say something else of everybody. */
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
  return { kind: 'changes', lists };
}

/** What is gone by of own lists on which nobody is. */
export const emptyOwnList = '';

/** Another process may have gone by a version that this one has not loaded yet; own lists are read as they are, and have no order. */
const isNewer = (code: string, from: string, to: string): boolean =>
  code === ownList.code ? to !== from : Number(to) > Number(from);

/** No version of own lists: what was begun to go by is not gone by, nor is what was before. */
const leftOwnList = 'left';

/**
 * What is gone by while somebody goes on to `now`. Own lists may come back to what they were: then nothing would be newer, and whoever was
 * screened by what they were in between would not be screened again where the process that had begun to go by that died.
 */
export function leavingOwnList(passed: ListVersions, now: ListVersions): ListVersions {
  const own = passed[ownList.code];
  const isLeft = own !== undefined && ownList.code in now && own !== now[ownList.code];
  return isLeft ? { ...passed, [ownList.code]: leftOwnList } : passed;
}

/** Whether a screening went by lists and a profile that are older than what is gone by now, or is about to be. */
export const isOutdated = (
  screened: { readonly versions: ListVersions; readonly profileVersion: number },
  target: { readonly versions: ListVersions; readonly profileVersion: number },
): boolean =>
  screened.profileVersion < target.profileVersion ||
  Object.entries(target.versions).some(([code, version]) =>
    isNewer(code, screened.versions[code] ?? emptyOwnList, version),
  );

/** An entry that an open match of an entity is about. */
export interface MatchedEntry {
  readonly list: string;
  readonly entryId: string;
  readonly cluster: string;
}

/** Of entries that matches are about, those of which lists say something else now, or nothing, or that it is somebody else. */
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
