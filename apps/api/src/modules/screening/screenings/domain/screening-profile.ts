import type { ScreeningOptions } from '@tamis/screening';
import { watchlistTopics } from '@tamis/watchlists';

export const screenedTypes = ['person', 'company'] as const;
export type ScreenedType = (typeof screenedTypes)[number];

/** The settings of a profile. Scores are whole ten-thousandths. */
export interface ProfileContent {
  readonly name: string;
  /** `null` means the default lists of the server. */
  readonly lists: readonly string[] | null;
  /** `null` means entries of every topic. */
  readonly topics: readonly string[] | null;
  readonly entityTypes: readonly ScreenedType[];
  /** The score from which a match is a hit. */
  readonly threshold: number;
  /** The score from which a match is kept for review, although it is not a hit below `threshold`. */
  readonly reviewFrom: number;
  readonly weakAliases: boolean;
  /** The maximum age of lists that are used. */
  readonly maxAgeHours: number;
  /** The score from which a second person must approve a decision about a match; `null` means never. */
  readonly secondPersonFrom: number | null;
}

/** A version of a profile, which is never changed. */
export interface ScreeningProfile extends ProfileContent {
  readonly id: string;
  readonly version: number;
  readonly isDefault: boolean;
  /** `null` for the built-in profile, which nobody created. */
  readonly createdAt: Date | null;
  readonly createdBy: string | null;
}

/** Threshold limits in ten-thousandths. */
export const leastThreshold = 7_000;
export const mostThreshold = 9_900;

const builtIn: ProfileContent = {
  name: 'Default',
  lists: null,
  topics: null,
  entityTypes: screenedTypes,
  threshold: 8_200,
  reviewFrom: 8_200,
  weakAliases: false,
  maxAgeHours: 48,
  secondPersonFrom: null,
};

/** Returns the profile of an organization without any settings. The default profile has the id of its organization. */
export const builtInProfile = (organizationId: string): ScreeningProfile => ({
  ...builtIn,
  id: organizationId,
  version: 1,
  isDefault: true,
  createdAt: null,
  createdBy: null,
});

/** Returns a profile with the sent changes. If only the threshold changes, `reviewFrom` moves with it if both were equal. */
export function withContent(before: ProfileContent, sent: Partial<ProfileContent>): ProfileContent {
  const threshold = sent.threshold ?? before.threshold;
  const follows = before.reviewFrom === before.threshold || before.reviewFrom > threshold;
  return { ...before, ...sent, threshold, reviewFrom: sent.reviewFrom ?? (follows ? threshold : before.reviewFrom) };
}

export const newContent = (sent: Partial<ProfileContent>): ProfileContent => withContent(builtIn, sent);

/** This list has its own topics, which are more than can be named here. */
const listOfMoreTopics = 'opensanctions';

/** Returns the problems by field; empty if there are none. */
export function profileProblems(
  content: ProfileContent,
  knownLists: readonly string[],
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  if (content.reviewFrom > content.threshold) problems['reviewFrom'] = 'must not be greater than threshold';
  for (const [at, list] of (content.lists ?? []).entries())
    if (!knownLists.includes(list)) problems[`lists[${at}]`] = `must be one of ${knownLists.join(', ')}`;
  if ((content.lists ?? knownLists).includes(listOfMoreTopics)) return problems;
  // A topic that no entry has would never find anybody.
  for (const [at, topic] of (content.topics ?? []).entries())
    if (!watchlistTopics.some((known) => known === topic))
      problems[`topics[${at}]`] = `must be one of ${watchlistTopics.join(', ')}`;
  return problems;
}

export const profileMembers = [
  'name',
  'lists',
  'topics',
  'entityTypes',
  'threshold',
  'reviewFrom',
  'weakAliases',
  'maxAgeHours',
  'secondPersonFrom',
] as const satisfies readonly (keyof ProfileContent)[];

export const optionsOf = ({ reviewFrom, weakAliases }: ProfileContent): ScreeningOptions => ({
  threshold: reviewFrom,
  weakAliases,
});
