import type { ScreeningOptions } from '@tamis/screening';
import { watchlistTopics } from '@tamis/watchlists';

export const screenedTypes = ['person', 'company'] as const;
export type ScreenedType = (typeof screenedTypes)[number];

/** What an organization may set. Scores are whole ten-thousandths. */
export interface ProfileContent {
  readonly name: string;
  /** Null: those that the server screens against by default. */
  readonly lists: readonly string[] | null;
  /** Null: entries of every topic. */
  readonly topics: readonly string[] | null;
  readonly entityTypes: readonly ScreenedType[];
  /** From which a match is a hit. */
  readonly threshold: number;
  /** From which a match is kept for people to look at, though it is no hit below `threshold`. */
  readonly reviewFrom: number;
  readonly weakAliases: boolean;
  /** Older lists are not screened against. */
  readonly maxAgeHours: number;
  /** From which score a second person approves what is decided of a match; null: never. */
  readonly secondPersonFrom: number | null;
}

/** A version of it, which is never changed. */
export interface ScreeningProfile extends ProfileContent {
  readonly id: string;
  readonly version: number;
  readonly isDefault: boolean;
  /** Null: the built-in profile, which nobody made. */
  readonly createdAt: Date | null;
  readonly createdBy: string | null;
}

/** In ten-thousandths. */
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

/** What an organization has that never set anything. The default profile is named by the id of its organization. */
export const builtInProfile = (organizationId: string): ScreeningProfile => ({
  ...builtIn,
  id: organizationId,
  version: 1,
  isDefault: true,
  createdAt: null,
  createdBy: null,
});

/** A profile with what was sent of it. One that moves the threshold alone takes `reviewFrom` with it, where they were the same. */
export function withContent(before: ProfileContent, sent: Partial<ProfileContent>): ProfileContent {
  const threshold = sent.threshold ?? before.threshold;
  const follows = before.reviewFrom === before.threshold || before.reviewFrom > threshold;
  return { ...before, ...sent, threshold, reviewFrom: sent.reviewFrom ?? (follows ? threshold : before.reviewFrom) };
}

export const newContent = (sent: Partial<ProfileContent>): ProfileContent => withContent(builtIn, sent);

/** Its topics are its own, and more than can be named here. */
const listOfMoreTopics = 'opensanctions';

/** What is wrong with it, by member. Empty: nothing. */
export function profileProblems(
  content: ProfileContent,
  knownLists: readonly string[],
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  if (content.reviewFrom > content.threshold) problems['reviewFrom'] = 'must not be above threshold';
  for (const [at, list] of (content.lists ?? []).entries())
    if (!knownLists.includes(list)) problems[`lists[${at}]`] = `must be one of ${knownLists.join(', ')}`;
  if ((content.lists ?? knownLists).includes(listOfMoreTopics)) return problems;
  // By a topic that no entry has nobody is ever found.
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
