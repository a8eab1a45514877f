import { Injectable, Logger } from '@nestjs/common';
import type { DataReadResult } from '@tamis/lang';
import type { ScreenedParty } from '@tamis/screening';
import { ListNotLoadedError, type ScreeningRequest, type ScreeningResult } from '@tamis/screening-pool';

import { AppConfig } from '../../../../platform/config/index.js';
import type { Queryable } from '../../../../platform/database/index.js';
import { sandboxList } from '@tamis/watchlists';

import {
  ScreeningPort,
  type ScreeningQuestion,
  type ScreeningRead,
  type ScreeningReadContext,
} from '../../../decisions/evaluations/index.js';
import { findListedNameChanges } from '../../../decisions/data-lists/index.js';
import { findWatched } from '../../monitoring/index.js';
import { findKnownScreenings, findProfile, outcomeOf, type ScreeningProfile } from '../../screenings/index.js';
import {
  findEntries,
  findServedVersions,
  isStale,
  type LoadedWatchlist,
  type OwnList,
  ownList,
  Watchlists,
  withOwnList,
} from '../../watchlists/index.js';
import {
  replacedLists,
  staleList,
  staleScreening,
  type Unavailable,
  unavailable,
  unloadedLists,
} from '../domain/unavailable.js';

/** The available public lists. */
export interface ListSearch {
  /** The lists that are used if a profile names none. */
  readonly known: readonly string[];
  loaded(): readonly Pick<LoadedWatchlist, 'code' | 'version' | 'checkedAt'>[];
  readonly screen: Screen;
  /** Opens the same lists in the given versions; returns `null` if they are not available. If absent, only loaded lists are available. */
  readonly openVersions?: (
    client: Queryable,
    codes: readonly string[],
    versions: Versions,
  ) => Promise<Pick<ListSearch, 'screen'> | null>;
}

type Screen = (request: Omit<ScreeningRequest, 'own'>, own: OwnList | null) => Promise<ScreeningResult>;
type Versions = Readonly<Record<string, string>>;

interface NameGroup {
  readonly questions: readonly NameQuestion[];
  readonly lists: Pick<ListSearch, 'screen'> | Unavailable;
}

interface Searching {
  readonly screen: Screen;
  readonly codes: readonly string[];
  readonly own: OwnList | null;
  readonly profile: ScreeningProfile;
}

type NameRead = Extract<ScreeningRead, { readonly kind: 'screenedName' }>;

interface NameQuestion {
  readonly read: NameRead;
  readonly at: Date | null;
}

const isOfName = (question: ScreeningQuestion): question is NameQuestion => question.read.kind === 'screenedName';

/**
 * Provides rules with data from stored screenings, and with results for names from the available lists, using the default profile of the
 * organization.
 */
export class ScreeningFacts extends ScreeningPort {
  private readonly logger = new Logger('screening');

  constructor(private readonly lists: ListSearch) {
    super();
  }

  async resolve(
    context: ScreeningReadContext,
    questions: readonly ScreeningQuestion[],
  ): Promise<readonly DataReadResult[]> {
    const found = new Map<ScreeningQuestion, DataReadResult>();
    await this.readScreenings(context, questions, found);
    await this.screenNames(context, questions.filter(isOfName), found);
    return questions.map((question) => found.get(question)!);
  }

  async missingLists({ client, organizationId }: ScreeningReadContext): Promise<readonly string[]> {
    const profile = await this.profileOf(client, organizationId);
    const loaded: readonly string[] = [sandboxList.code, ownList.code, ...this.lists.loaded().map(({ code }) => code)];
    return (profile.lists ?? this.lists.known).filter((code) => !loaded.includes(code));
  }

  private async profileOf(client: Queryable, organizationId: string): Promise<ScreeningProfile> {
    // The default profile has the id of its organization, and exists even if nobody created it.
    return (await findProfile(client, organizationId, organizationId))!;
  }

  private async readScreenings(
    { client, organizationId }: ScreeningReadContext,
    questions: readonly ScreeningQuestion[],
    found: Map<ScreeningQuestion, DataReadResult>,
  ): Promise<void> {
    const asked = questions.flatMap((question) =>
      question.read.kind === 'screening' ? [{ question, entityId: question.read.entityId, at: question.at }] : [],
    );
    if (asked.length === 0) return;
    const known = await findKnownScreenings(client, organizationId, asked);
    const old = known.flatMap((screening, index) =>
      screening && staleScreening(screening, asked[index]!.at ?? new Date()) ? [screening.entityId] : [],
    );
    const watched = old.length > 0 ? await findWatched(client, organizationId, old) : new Set<string>();
    for (const [index, { question, at }] of asked.entries()) {
      const screening = known[index] ?? null;
      if (screening === null) {
        found.set(question, { cause: 'not_screened' });
        continue;
      }
      const { entityId, hits, topScore, lists, versions } = screening;
      // Monitored entities are not screened again against lists that did not change.
      const why = watched.has(entityId)
        ? at === null && this.staleIn(Object.keys(versions), screening.maxAgeHours)
        : staleScreening(screening, at ?? new Date());
      found.set(question, { ...(why || { value: { hits, topScore, lists } }), watchlists: versions });
    }
  }

  /** Returns the reason why these lists are too old to be used; `null` if they are not. */
  private staleIn(codes: readonly string[], maxAgeHours: number): Unavailable | null {
    const now = new Date();
    const stale = this.lists.loaded().find((list) => codes.includes(list.code) && isStale(list, maxAgeHours, now));
    return stale ? staleList(stale, now) : null;
  }

  private async screenNames(
    context: ScreeningReadContext,
    questions: readonly NameQuestion[],
    found: Map<ScreeningQuestion, DataReadResult>,
  ): Promise<void> {
    if (questions.length === 0) return;
    const { client, organizationId } = context;
    const profile = await this.profileOf(client, organizationId);
    const asked = profile.lists ?? this.lists.known;
    for (const { at, questions: some } of await this.groupByOwnLists(context, questions, asked)) {
      const opened = await withOwnList(client, organizationId, asked, at).catch((error: unknown) => this.failed(error));
      const results =
        'cause' in opened
          ? some.map((question) => [question, opened] as const)
          : await this.screenLists(client, some, { ...opened, profile });
      for (const [question, result] of results) found.set(question, result);
    }
  }

  private async screenLists(
    client: Queryable,
    questions: readonly NameQuestion[],
    { codes, own, profile }: Omit<Searching, 'screen'>,
  ): Promise<readonly (readonly [NameQuestion, DataReadResult])[]> {
    const groups = await this.groupByVersions(client, questions, { codes, maxAgeHours: profile.maxAgeHours });
    const all: (readonly [NameQuestion, DataReadResult])[] = [];
    for (const { questions: some, lists } of groups) {
      const results =
        'screen' in lists ? await this.screen(client, some, { ...lists, codes, own, profile }) : some.map(() => lists);
      all.push(...some.map((question, index) => [question, results[index]!] as const));
    }
    return all;
  }

  /** Groups questions by the same state of the own lists, with the time to read it at; `null` means now. */
  private async groupByOwnLists(
    { client, organizationId }: ScreeningReadContext,
    questions: readonly NameQuestion[],
    asked: readonly string[],
  ): Promise<readonly { readonly at: Date | null; readonly questions: readonly NameQuestion[] }[]> {
    if (!asked.includes(ownList.code) || questions.every(({ at }) => at === null)) return [{ at: null, questions }];
    const changes = await findListedNameChanges(client, organizationId, ownList.types);
    const lastBefore = (moment: number): number => changes.findLastIndex((change) => change <= moment);
    const last = lastBefore(Date.now());
    const groups = new Map<number, { at: Date | null; questions: NameQuestion[] }>();
    for (const question of questions) {
      const change = question.at === null ? last : lastBefore(question.at.getTime());
      const group = groups.get(change) ?? { at: change === last ? null : question.at, questions: [] };
      groups.set(change, group);
      group.questions.push(question);
    }
    return [...groups.values()];
  }

  /** Groups questions by the same list versions, with these lists, or the reason why they are not available. */
  private async groupByVersions(
    client: Queryable,
    questions: readonly NameQuestion[],
    { codes: asked, maxAgeHours }: { readonly codes: readonly string[]; readonly maxAgeHours: number },
  ): Promise<readonly NameGroup[]> {
    if (asked.length === 0) return [{ questions, lists: unavailable('no list is enabled') }];
    const codes = asked.filter((code) => code !== ownList.code);
    const loaded = new Map(this.lists.loaded().map(({ code, version }) => [code, version]));
    const past = questions.flatMap((question) => (question.at ? [{ question, at: question.at }] : []));
    const moments = past.map(({ at }) => at);
    const served = past.length > 0 ? await findServedVersions(client, codes, moments) : [];
    const others = new Map<string, { versions: Versions; questions: NameQuestion[] }>();
    const asLoaded: NameQuestion[] = [];
    for (const [index, { question }] of past.entries()) {
      const versions = served[index]!;
      if (codes.every((code) => loaded.get(code) === versions[code])) asLoaded.push(question);
      else {
        const key = codes.map((code) => `${code} ${versions[code]}`).join();
        const same = others.get(key) ?? { versions, questions: [] };
        others.set(key, same);
        same.questions.push(question);
      }
    }
    const now = questions.filter(({ at }) => at === null);
    const groups: NameGroup[] = [
      { questions: now, lists: this.staleIn(codes, maxAgeHours) ?? this.lists },
      { questions: asLoaded, lists: this.lists },
    ];
    for (const { versions, questions: some } of others.values()) {
      const replaced = codes.filter((code) => loaded.get(code) !== versions[code]);
      const opened = await this.lists.openVersions?.(client, codes, versions);
      groups.push({ questions: some, lists: opened ?? replacedLists(replaced) });
    }
    return groups.filter((group) => group.questions.length > 0);
  }

  private async screen(
    client: Queryable,
    questions: readonly NameQuestion[],
    { screen, codes, own, profile }: Searching,
  ): Promise<readonly DataReadResult[]> {
    const { threshold, weakAliases, topics } = profile;
    const parties = questions.map(({ read }) => partyNamed(read, profile));
    const request = { parties, lists: codes, options: { threshold, weakAliases }, explain: false };
    const result = await screen(request, own).catch((error: unknown) => this.failed(error));
    if ('cause' in result) return questions.map(() => result);
    const { versions } = result;
    const keys = result.matches.flat().map(({ list, id }) => ({ list, entryId: id }));
    const entries = new Map(
      keys.length === 0
        ? []
        : (await findEntries(client, keys, versions, own)).map((entry) => [`${entry.list}/${entry.entryId}`, entry]),
    );
    return result.matches.map((matches) => {
      const counted = matches.flatMap(({ list, id, score }) => {
        const key = `${list}/${id}`;
        // If an entry is no longer stored, it cannot be excluded by its topics.
        const { cluster = key, entry } = entries.get(key) ?? {};
        const isAsked = topics === null || !entry || entry.topics.some((topic) => topics.includes(topic));
        return isAsked ? [{ list, cluster, score, topics: entry?.topics ?? [], state: 'open' as const }] : [];
      });
      const { hits, topScore, lists } = outcomeOf(counted, threshold);
      return { value: { hits, topScore: topScore / 10_000, lists }, watchlists: versions };
    });
  }

  /** A failed search does not reject a payment: the values that its rules request are unknown. */
  private failed(error: unknown): Unavailable {
    if (error instanceof ListNotLoadedError) return unloadedLists(error.lists);
    this.logger.error(`screening names failed: ${String(error)}`);
    return unavailable('the lists could not be searched');
  }
}

/** Provides rules with data from the lists that this process has loaded. */
@Injectable()
export class CurrentScreenings extends ScreeningFacts {
  constructor(config: AppConfig, watchlists: Watchlists) {
    super({
      known: config.watchlists,
      loaded: () => watchlists.loaded(),
      screen: (request, own) => watchlists.screen(request, own),
    });
  }
}

/** Returns a party with this name. */
const partyNamed = ({ name, country, born }: NameRead, { entityTypes }: ScreeningProfile): ScreenedParty => ({
  schema: entityTypes.length === 1 ? entityTypes[0]! : null,
  names: [name],
  births: born === undefined ? [] : [{ from: born, to: born }],
  countries: country === undefined ? [] : [country],
  gender: null,
  identifiers: [],
});
