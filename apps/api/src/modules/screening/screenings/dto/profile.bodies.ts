import { watchlistTopics } from '@tamis/watchlists';

import {
  BooleanField,
  EnumArrayField,
  IfVersionField,
  IntegerField,
  NameField,
  NumberField,
  providedFields,
  ReadOnlyField,
  TextArrayField,
  TextField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  leastThreshold,
  mostThreshold,
  type ProfileContent,
  type ScreenedType,
  screenedTypes,
} from '../domain/screening-profile.js';
import { fromShare, toShare } from '../domain/shares.js';

const bounds = { min: toShare(leastThreshold), max: toShare(mostThreshold) };

class ProfileMembers {
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() version?: unknown;
  @ReadOnlyField() isDefault?: unknown;
  @ReadOnlyField() createdAt?: unknown;
  @ReadOnlyField() createdBy?: unknown;

  @TextArrayField({
    ...{ min: 1, max: limits.screeningProfileLists, maxText: limits.screeningTopicCharacters, example: ['us_ofac'] },
    description:
      'Codes of `GET /watchlists`, and `own`: your data lists of types sanctions and pep. `null` (default): those of the server',
    nullable: true,
  })
  lists?: string[] | null;

  @TextArrayField({
    ...{ min: 1, max: limits.screeningProfileLists, maxText: limits.screeningTopicCharacters, example: ['sanction'] },
    nullable: true,
    description: `Entries with other topics do not match. \`null\` (default): all topics match. Lists have ${watchlistTopics.join(', ')}, and OpenSanctions has more`,
  })
  topics?: string[] | null;

  @EnumArrayField(screenedTypes, 'ScreenedType', { min: 1, max: screenedTypes.length, description: 'Default: both' })
  entityTypes?: ScreenedType[] | null;

  @NumberField({ ...bounds, description: 'Minimum score of a hit. Default 0.82' })
  threshold?: number | null;

  @NumberField({
    ...bounds,
    description:
      'Minimum score of a match that is stored for review; below `threshold` it is not a hit. Default: same as `threshold`',
  })
  reviewFrom?: number | null;

  @BooleanField({ description: 'Whether names that a list marks as weak can match. Default false' })
  weakAliases?: boolean | null;

  @IntegerField({
    min: 1,
    max: limits.screeningListDays * 24,
    description: 'A list that was last checked longer ago is not used. Default 48',
  })
  maxAgeHours?: number | null;

  @NumberField({
    min: 0,
    max: 1,
    nullable: true,
    description: 'Minimum score from which a second person must approve a decision. `null` (default): never',
  })
  secondPersonFrom?: number | null;
}

/** `POST /screening-profiles`. */
export class CreateProfileBody extends ProfileMembers {
  @NameField({ required: true, max: limits.screeningProfileNameCharacters }) name!: string;
}

/** `POST /screening-profiles/{id}/try`: omitted fields stay unchanged. */
export class TryProfileBody extends ProfileMembers {
  @NameField({ max: limits.screeningProfileNameCharacters }) name?: string | null;
}

/** `PATCH /screening-profiles/{id}`: omitted fields stay unchanged. */
@ChangeBody()
export class ChangeProfileBody extends TryProfileBody {
  @IfVersionField() ifVersion?: number | null;
  @TextField({ max: limits.reasonCharacters, nullable: true }) reason?: string | null;
}

/** Returns the profile fields of a body, with scores as they are stored. `null` removes lists, topics and the second person. */
export function sentContent(body: TryProfileBody): Partial<ProfileContent> {
  const { name, lists, topics, entityTypes, threshold, reviewFrom, weakAliases, maxAgeHours, secondPersonFrom } = body;
  const scores = Object.entries(providedFields({ threshold, reviewFrom }));
  return {
    ...providedFields({ name, weakAliases, maxAgeHours, entityTypes: entityTypes && distinct(entityTypes) }),
    ...(lists !== undefined && { lists: lists && distinct(lists) }),
    ...(topics !== undefined && { topics: topics && distinct(topics) }),
    ...Object.fromEntries(scores.map(([member, share]) => [member, fromShare(share)])),
    ...(secondPersonFrom !== undefined && {
      secondPersonFrom: secondPersonFrom === null ? null : fromShare(secondPersonFrom),
    }),
  };
}

const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
