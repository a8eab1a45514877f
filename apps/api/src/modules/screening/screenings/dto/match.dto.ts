import { ApiProperty } from '@nestjs/swagger';

import { anyValueOrNull, Pagination } from '../../../../platform/http/index.js';
import {
  type DecisionKind,
  decisionKinds,
  type DecisionScope,
  decisionScopes,
  type MatchState,
  matchStates,
} from '../domain/match-decision.js';
import { toShare } from '../domain/shares.js';
import type { StoredMatch } from '../domain/stored-match.js';
import type { DecidingActor, StoredDecision } from '../persistence/decision-store.js';
import { MatchExplanationDto } from './match-explanation.dto.js';

const nullableId = { type: String, format: 'uuid', nullable: true } as const;
const nullableTime = { type: String, format: 'date-time', nullable: true } as const;
const nullableText = { type: String, nullable: true } as const;

class StandingChangeDto {
  @ApiProperty({ description: '`entity.…`, `entry.…`, or `expiresAt` of the decision' }) field!: string;
  @ApiProperty(anyValueOrNull) previous!: unknown;
  @ApiProperty(anyValueOrNull) current!: unknown;
}

class EntryNameDto {
  @ApiProperty() text!: string;
  @ApiProperty() kind!: string;
  @ApiProperty(nullableText) language!: string | null;
}

class EntryDaysDto {
  @ApiProperty() from!: string;
  @ApiProperty() to!: string;
}

class EntryIdentifierDto {
  @ApiProperty() scheme!: string;
  @ApiProperty() value!: string;
}

/** The data of a list about a named person or company. */
export class WatchlistEntryDto {
  @ApiProperty() id!: string;
  @ApiProperty() dataset!: string;
  @ApiProperty() schema!: string;
  @ApiProperty({ type: [EntryNameDto] }) names!: readonly EntryNameDto[];
  @ApiProperty({ type: [EntryDaysDto] }) births!: readonly EntryDaysDto[];
  @ApiProperty({ type: [String] }) countries!: readonly string[];
  @ApiProperty(nullableText) gender!: string | null;
  @ApiProperty({ type: [EntryIdentifierDto] }) identifiers!: readonly EntryIdentifierDto[];
  @ApiProperty({ type: [String] }) topics!: readonly string[];
  @ApiProperty({ type: [String] }) programs!: readonly string[];
  @ApiProperty({ ...nullableText, format: 'date' }) listedOn!: string | null;
  @ApiProperty(nullableText) source!: string | null;
  @ApiProperty({ type: [String], description: 'Ids of the same subject on this or other lists' })
  referents!: readonly string[];
  @ApiProperty({ description: 'Another one where the list says something else' }) contentHash!: string;
}

/** An entity, an entry that it matches, and the state of this match. */
export class StoredMatchDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty() list!: string;
  @ApiProperty() entryId!: string;
  @ApiProperty() cluster!: string;
  @ApiProperty() score!: number;
  @ApiProperty({ description: 'For at least one of the profiles that find it' }) isHit!: boolean;
  @ApiProperty({ enum: matchStates, enumName: 'MatchState' }) state!: MatchState;
  @ApiProperty({
    ...nullableId,
    description: 'The decision in effect; for an open match, the one in effect until something changed',
  })
  decisionId!: string | null;
  @ApiProperty({ ...nullableTime, description: 'When the decision expires' }) decisionExpiresAt!: Date | null;
  @ApiProperty({ type: [StandingChangeDto], description: 'Why an earlier decision no longer applies' })
  changed!: readonly StandingChangeDto[];
  @ApiProperty() entry!: WatchlistEntryDto;
  @ApiProperty() explanation!: MatchExplanationDto;
  @ApiProperty({ format: 'uuid', description: 'The last screening that found it' }) screeningId!: string;
  @ApiProperty({ format: 'date-time' }) foundAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;
  @ApiProperty({ ...nullableTime, description: 'When a screening no longer found it' }) endedAt!: Date | null;
  @ApiProperty({ ...nullableId, description: 'The assigned reviewer' }) assignedTo!: string | null;

  static from({
    fingerprint: _fingerprint,
    thresholds: _thresholds,
    score,
    explanation,
    foundAt,
    updatedAt,
    ...match
  }: StoredMatch): StoredMatchDto {
    return {
      ...match,
      ...{ score: toShare(score), explanation: MatchExplanationDto.from(explanation) },
      ...{ foundAt: foundAt.toISOString(), updatedAt: updatedAt.toISOString() },
    };
  }
}

class DecidingActorDto {
  @ApiProperty() type!: string;
  @ApiProperty(nullableText) id!: string | null;
  @ApiProperty(nullableText) name!: string | null;
}

export class MatchDecisionDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: decisionKinds, enumName: 'MatchDecisionKind' }) decision!: DecisionKind;
  @ApiProperty({ enum: decisionScopes, enumName: 'MatchDecisionScope' }) scope!: DecisionScope;
  @ApiProperty({ ...nullableText, description: '`null` if it was erased with the entity' }) reason!: string | null;
  @ApiProperty(nullableTime) expiresAt!: Date | null;
  @ApiProperty({ description: 'Score of the match when it was decided' }) score!: number;
  @ApiProperty({ format: 'uuid' }) screeningId!: string;
  @ApiProperty({ format: 'uuid' }) profileId!: string;
  @ApiProperty({ type: 'integer' }) profileVersion!: number;
  @ApiProperty() engineVersion!: string;
  @ApiProperty() listVersion!: string;
  @ApiProperty(nullableId) replaces!: string | null;
  @ApiProperty({
    type: DecidingActorDto,
    nullable: true,
    description: 'Who asked for it, where a second person decided',
  })
  requestedBy!: DecidingActor | null;
  @ApiProperty() decidedBy!: DecidingActorDto;
  @ApiProperty({ format: 'date-time' }) decidedAt!: string;

  static from(stored: StoredDecision): MatchDecisionDto {
    const { id, decision, scope, reason, expiresAt, score, screeningId, profileId, profileVersion } = stored;
    const { engineVersion, listVersion, replaces, requestedBy, decidedBy, decidedAt } = stored;
    return {
      ...{ id, decision, scope, reason, expiresAt, score: toShare(score), screeningId, profileId, profileVersion },
      ...{ engineVersion, listVersion, replaces, requestedBy, decidedBy, decidedAt: decidedAt.toISOString() },
    };
  }
}

export class StoredMatchPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [StoredMatchDto], description: 'Highest score first' }) matches!: readonly StoredMatchDto[];
  @ApiProperty() pagination!: Pagination;
}

export class StoredMatchResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() match!: StoredMatchDto;
  @ApiProperty({ type: [MatchDecisionDto], description: 'Newest first' })
  decisions!: readonly MatchDecisionDto[];
}

export class DecidedMatchDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() match!: StoredMatchDto;
  @ApiProperty() decision!: MatchDecisionDto;
}
