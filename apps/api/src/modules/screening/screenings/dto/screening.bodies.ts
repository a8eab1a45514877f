import {
  CountryField,
  DateField,
  EnumArrayField,
  EnumField,
  InstantField,
  NameField,
  NestedArrayField,
  PageQuery,
  QueryBoolean,
  QueryEnumList,
  QueryNumber,
  TextField,
  TrimmedField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { allWatchlists, sandboxList } from '@tamis/watchlists';
import { AssigneeField } from '../../../casework/alerts/index.js';
import {
  type DecisionKind,
  decisionKinds,
  type DecisionScope,
  decisionScopes,
  type MatchState,
  matchStates,
} from '../domain/match-decision.js';
import { ownList } from '../../watchlists/index.js';
import { type ScreenedType, screenedTypes } from '../domain/screening-profile.js';

const profile = { description: 'Default: the default profile of the organization' };

/** `POST /entities/{id}/screenings`. */
export class ScreenEntityBody {
  @UuidField(profile) profileId?: string | null;
}

class ScreenedNameBody {
  @TrimmedField({ required: true, max: limits.entityNameCharacters }) name!: string;
  @EnumField(screenedTypes, 'ScreenedType', { description: 'Default: either, or any other type on a list' })
  type?: ScreenedType | null;
  @DateField({ description: 'Of a person' }) dateOfBirth?: string | null;
  @CountryField({ description: 'A nationality of a person, or where a company is from' }) country?: string | null;
  @TextField({ max: limits.taxIdCharacters }) taxId?: string | null;
}

/** `POST /screenings/batch`. */
export class ScreenNamesBody {
  @NestedArrayField(() => ScreenedNameBody, { required: true, min: 1, max: limits.screeningNames })
  names!: ScreenedNameBody[];
  @UuidField(profile) profileId?: string | null;
}

const listCodes = [...allWatchlists.map(({ code }) => code), sandboxList.code, ownList.code];

/** Filters of `GET /screening-matches`; all of them must match. */
export class ScreeningMatchesQuery extends PageQuery {
  @QueryEnumList(matchStates, 'MatchState') state?: MatchState[];
  @QueryEnumList(listCodes, 'WatchlistCode') list?: string[];
  @UuidField() entityId?: string;
  @AssigneeField() assignedTo?: string;
  @QueryNumber({ min: 0, max: 1, description: 'Minimum score' }) minScore?: number;
  @QueryBoolean({ description: 'Whether it counts as a hit: it is not dismissed and reaches the threshold' })
  isHit?: boolean;
  @QueryBoolean({ description: '`true`: includes matches that the newest screening of their entity no longer found' })
  ended?: boolean;
}

/** `POST /screening-matches/next`. */
export class NextMatchBody {
  @EnumArrayField(listCodes, 'WatchlistCode', { min: 1, max: listCodes.length, description: 'Default: any list' })
  list?: string[] | null;
}

/** `POST /screening-matches/{id}/decide`. */
export class DecideMatchBody {
  @EnumField(decisionKinds, 'MatchDecisionKind', { required: true }) decision!: DecisionKind;
  @NameField({ required: true, max: limits.reasonCharacters }) reason!: string;
  @InstantField({ description: 'When the match opens again. Default: never automatically' }) expiresAt?: string | null;
  @EnumField(decisionScopes, 'MatchDecisionScope', {
    description:
      'Default `entity`. `organization`: also applies to other entities with the same names, births, countries and identifiers',
  })
  scope?: DecisionScope | null;
  @UuidField({ description: 'The decision to take the place of, where the match is decided already' })
  replaces?: string | null;
}

/** `GET /screening-matches/decisions/export`. */
export class ExportDecisionsQuery {
  @InstantField({ description: 'inclusive' }) from?: string;
  @InstantField({ description: 'inclusive' }) to?: string;
}
