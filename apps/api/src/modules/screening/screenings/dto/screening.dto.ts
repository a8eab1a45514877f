import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { type MatchState, matchStates } from '../domain/match-decision.js';
import type { FoundMatch, ScreeningMatch, ScreeningReason, StoredScreening } from '../domain/screening.js';
import { screeningReasons } from '../domain/screening.js';
import { entryName } from '../domain/stand-matches.js';
import { toShare } from '../domain/shares.js';
import type { ScreenedName, ScreenedNames } from '../use-cases/screen-names.js';
import { MatchExplanationDto } from './match-explanation.dto.js';

const nullableText = { type: String, nullable: true } as const;
const versions = { type: 'object', additionalProperties: { type: 'string' } } as const;

/** A matching entry of a list. */
class FoundMatchDto {
  @ApiProperty() list!: string;
  @ApiProperty() entryId!: string;
  @ApiProperty({ description: 'The same for entries that describe the same subject: together they are one hit' })
  cluster!: string;
  @ApiProperty() score!: number;
  @ApiProperty({ description: 'The first name of the entry' }) name!: string;
  @ApiProperty({ description: '`person`, `company`, `vessel`, `aircraft` or `other`' }) schema!: string;
  @ApiProperty({ type: [String] }) topics!: readonly string[];
  @ApiProperty({ type: [String] }) programs!: readonly string[];
  @ApiProperty({ ...nullableText, format: 'date' }) listedOn!: string | null;
  @ApiProperty(nullableText) source!: string | null;
  @ApiProperty() explanation!: MatchExplanationDto;
}

export class ScreeningMatchDto extends FoundMatchDto {
  @ApiProperty({ format: 'uuid' }) matchId!: string;
  @ApiProperty({ description: 'Whether it counted: it was not dismissed and reaches the threshold' }) isHit!: boolean;
  @ApiProperty({ enum: matchStates, enumName: 'MatchState', description: 'As of then' }) state!: MatchState;

  static from({ score, explanation, ...match }: ScreeningMatch): ScreeningMatchDto {
    return { ...match, score: toShare(score), explanation: MatchExplanationDto.from(explanation) };
  }
}

class ScreeningOutcomeDto {
  @ApiProperty({ type: 'integer', description: 'Counted by cluster: a person on four lists counts once' })
  hits!: number;
  @ApiProperty({ description: 'Of the hits; 0 without any' }) topScore!: number;
  @ApiProperty({ type: [String], description: 'Lists with hits' }) lists!: readonly string[];
  @ApiProperty({ type: [String], description: 'Of the hits' }) topics!: readonly string[];
}

/** A screening of an entity, which never changes. */
export class ScreeningSummaryDto extends ScreeningOutcomeDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({
    enum: screeningReasons,
    enumName: 'ScreeningReason',
    description: '`decided`: no new screening; a decision changed what counts',
  })
  reason!: ScreeningReason;
  @ApiProperty({ format: 'uuid' }) profileId!: string;
  @ApiProperty({ type: 'integer' }) profileVersion!: number;
  @ApiProperty() threshold!: number;
  @ApiProperty() engineVersion!: string;
  @ApiProperty({ ...versions, description: 'Searched version of each list' })
  versions!: Readonly<Record<string, string>>;
  @ApiProperty({ type: 'integer', description: 'All matches, whether hits or not' }) matchCount!: number;
  @ApiProperty({ format: 'date-time', description: 'When the lists were searched' }) screenedAt!: string;

  static of(screening: StoredScreening): ScreeningSummaryDto {
    const { id, entityId, reason, profile, engineVersion, versions: searched, hits, lists, topics } = screening;
    return {
      ...{ id, entityId, reason, hits, topScore: toShare(screening.topScore), lists, topics },
      ...{ profileId: profile.id, profileVersion: profile.version, threshold: toShare(profile.threshold) },
      ...{ engineVersion, versions: searched, matchCount: screening.matches.length },
      screenedAt: screening.screenedAt.toISOString(),
    };
  }
}

class DaysDto {
  @ApiProperty() from!: string;
  @ApiProperty() to!: string;
}

class IdentifierDto {
  @ApiProperty() scheme!: string;
  @ApiProperty() value!: string;
}

/** The screened party. Unknown data is empty, and did not lower the score. */
export class ScreenedPartyDto {
  @ApiProperty(nullableText) schema!: string | null;
  @ApiProperty({ type: [String] }) names!: readonly string[];
  @ApiProperty({ type: [DaysDto] }) births!: readonly DaysDto[];
  @ApiProperty({ type: [String] }) countries!: readonly string[];
  @ApiProperty(nullableText) gender!: string | null;
  @ApiProperty({ type: [IdentifierDto] }) identifiers!: readonly IdentifierDto[];
}

export class ScreeningDto extends ScreeningSummaryDto {
  @ApiProperty() party!: ScreenedPartyDto;
  @ApiProperty({ type: [ScreeningMatchDto], description: 'Highest score first' })
  matches!: readonly ScreeningMatchDto[];

  static from(screening: StoredScreening): ScreeningDto {
    const matches = screening.matches.map((match) => ScreeningMatchDto.from(match));
    return { ...ScreeningSummaryDto.of(screening), party: screening.party, matches };
  }
}

export class ScreeningResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() screening!: ScreeningDto;
}

export class ScreeningPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ScreeningSummaryDto], description: 'Newest first' })
  screenings!: readonly ScreeningSummaryDto[];
  @ApiProperty() pagination!: Pagination;
}

const foundMatch = ({ list, entry, cluster, score, explanation }: FoundMatch): FoundMatchDto => ({
  ...{ list, entryId: entry.id, cluster, score: toShare(score), name: entryName(entry), schema: entry.schema },
  ...{ topics: entry.topics, programs: entry.programs, listedOn: entry.listedOn, source: entry.source },
  explanation: MatchExplanationDto.from(explanation),
});

class ScreenedNameDto extends ScreeningOutcomeDto {
  @ApiProperty({ description: 'As it was sent' }) name!: string;
  @ApiProperty({ type: [FoundMatchDto] }) matches!: readonly FoundMatchDto[];

  static from(name: string, { matches, topScore, ...outcome }: ScreenedName): ScreenedNameDto {
    return { name, ...outcome, topScore: toShare(topScore), matches: matches.map(foundMatch) };
  }
}

export class ScreenedNamesDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid', description: 'Its id in the audit log; nothing else is stored' })
  screeningId!: string;
  @ApiProperty({ format: 'uuid' }) profileId!: string;
  @ApiProperty({ type: 'integer' }) profileVersion!: number;
  @ApiProperty() engineVersion!: string;
  @ApiProperty(versions) versions!: Readonly<Record<string, string>>;
  @ApiProperty({ format: 'date-time' }) screenedAt!: string;
  @ApiProperty({ type: [ScreenedNameDto], description: 'In the order of the request' })
  results!: readonly ScreenedNameDto[];

  static from(names: readonly { readonly name: string }[], screened: ScreenedNames): ScreenedNamesDto {
    const { id, profile, engineVersion, versions: searched, screenedAt, results } = screened;
    return {
      ...{ success: true, screeningId: id, profileId: profile.id, profileVersion: profile.version, engineVersion },
      ...{ versions: searched, screenedAt: screenedAt.toISOString() },
      results: results.map((result, at) => ScreenedNameDto.from(names[at]!.name, result)),
    };
  }
}
