import { Injectable } from '@nestjs/common';
import type { Asked, ItemProblem } from '@tamis/enrichment';
import { failure, ok, type Result } from '@tamis/stdx';

import { byPrincipal } from '../../../../platform/audit/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { type PartyScreening, PartyScreeningPort, type ScreenedSubject } from '../../../enrichment/executions/index.js';
import { type EntityRow, findEntitiesById } from '../../../parties/entities/index.js';
import {
  entryName,
  outcomeOf,
  partyOf,
  ReadProfiles,
  ScreenEntities,
  type ScreeningProfile,
  type SearchedLists,
  SearchLists,
} from '../../screenings/index.js';
import { screeningRecord } from '../domain/screening-record.js';

/**
 * Screens the subject of a request to the integration `sanctions_screening` with the default profile; the screening of an entity is stored.
 */
@Injectable()
export class ScreenedParties extends PartyScreeningPort {
  constructor(
    private readonly database: TenantDatabase,
    private readonly profiles: ReadProfiles,
    private readonly entities: ScreenEntities,
    private readonly lists: SearchLists,
  ) {
    super();
  }

  async screen({ organizationId, entityId, asked }: ScreenedSubject): Promise<Result<PartyScreening, ItemProblem>> {
    const profile = await this.profiles.get(organizationId, organizationId);
    if (!profile.entityTypes.includes(asked.type))
      return failure({
        code: 'NO_MATCHING_PROVIDER',
        message: `The screening profile screens ${profile.entityTypes.join(' and ')}, not a ${asked.type}.`,
      });
    try {
      if (entityId === null) return ok(await this.screenName(organizationId, asked, profile));
      const client = this.database.forOrganization(organizationId);
      const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
      if (!entity) return failure({ code: 'CANCELLED', message: 'The entity was deleted in the meantime.' });
      return ok(await this.screenEntity(entity, profile));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message } = error;
      if (code !== 'DATASET_NOT_LOADED' && code !== 'DATASET_STALE') throw error;
      return failure({ code, message });
    }
  }

  private async screenEntity(entity: EntityRow, profile: ScreeningProfile): Promise<PartyScreening> {
    const [searched] = await this.entities.search([entity], profile);
    const { found, basis, screenedAt } = searched!;
    return {
      raw: rawOf({ ...basis, screenedAt, matches: [found] }, profile),
      store: async (client, requester) => {
        const stored = await this.entities.store(client, byPrincipal(requester), searched!, { reason: 'enrichment' });
        return stored && screeningRecord({ ...stored.screening, asked: profile.topics });
      },
    };
  }

  private async screenName(organizationId: string, asked: Asked, profile: ScreeningProfile): Promise<PartyScreening> {
    const { type, name, taxId, country } = asked;
    const party = partyOf({ type, name: name ?? '', taxId, countryCode: country, nationality: null, entityData: '{}' });
    return { raw: rawOf(await this.lists.search(organizationId, [party], profile), profile), store: null };
  }
}

/** Returns the record of matches that have not been decided yet. */
function rawOf(
  { matches, versions, screenedAt }: Pick<SearchedLists, 'matches' | 'versions' | 'screenedAt'>,
  profile: ScreeningProfile,
): unknown {
  const { threshold, topics } = profile;
  const told = matches.flat().map(({ list, entry, cluster, score }) => ({
    ...{ list, entryId: entry.id, cluster, name: entryName(entry), score, isHit: score >= threshold },
    ...{ state: 'open' as const, topics: entry.topics, programs: entry.programs, listedOn: entry.listedOn },
  }));
  return screeningRecord({ ...outcomeOf(told, threshold), versions, screenedAt, matches: told, asked: topics });
}
