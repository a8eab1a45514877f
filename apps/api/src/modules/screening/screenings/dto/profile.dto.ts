import { ApiProperty } from '@nestjs/swagger';

import { type ScreenedType, screenedTypes, type ScreeningProfile } from '../domain/screening-profile.js';
import { toShare } from '../domain/shares.js';
import type { DifferingHits, HitDifference, ProfileTrial } from '../use-cases/try-profile.js';

const texts = { type: String, isArray: true, nullable: true } as const;

export class ScreeningProfileDto {
  @ApiProperty({ format: 'uuid', description: 'Of the default: the id of the organization' }) id!: string;
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty({ description: 'Whether it holds where no other is named' }) isDefault!: boolean;
  @ApiProperty() name!: string;
  @ApiProperty({ ...texts, description: 'Null: those that the server screens against' }) lists!:
    | readonly string[]
    | null;
  @ApiProperty({ ...texts, description: 'Null: all' }) topics!: readonly string[] | null;
  @ApiProperty({ enum: screenedTypes, enumName: 'ScreenedType', isArray: true }) entityTypes!: readonly ScreenedType[];
  @ApiProperty() threshold!: number;
  @ApiProperty() reviewFrom!: number;
  @ApiProperty() weakAliases!: boolean;
  @ApiProperty({ type: 'integer' }) maxAgeHours!: number;
  @ApiProperty({ type: Number, nullable: true }) secondPersonFrom!: number | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Of this version; null: built in' })
  createdAt!: Date | null;
  @ApiProperty({ type: String, nullable: true }) createdBy!: string | null;

  static from(profile: ScreeningProfile): ScreeningProfileDto {
    const { threshold, reviewFrom, secondPersonFrom, ...rest } = profile;
    return {
      ...rest,
      ...{ threshold: toShare(threshold), reviewFrom: toShare(reviewFrom) },
      secondPersonFrom: secondPersonFrom === null ? null : toShare(secondPersonFrom),
    };
  }
}

export class ScreeningProfileResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() profile!: ScreeningProfileDto;
}

export class ScreeningProfileListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ScreeningProfileDto] }) profiles!: readonly ScreeningProfileDto[];
}

export class ScreeningProfileVersionsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [ScreeningProfileDto], description: 'The newest first' })
  versions!: readonly ScreeningProfileDto[];
}

class HitDifferenceDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ format: 'uuid', description: 'Whose party was screened again' }) screeningId!: string;
  @ApiProperty() list!: string;
  @ApiProperty() entryId!: string;
  @ApiProperty({ description: 'The name of the entry that matches' }) name!: string;
  @ApiProperty() score!: number;

  static from({ score, ...hit }: HitDifference): HitDifferenceDto {
    return { ...hit, score: toShare(score) };
  }
}

class DifferingHitsDto {
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({ type: [HitDifferenceDto], description: 'The highest scores, as many as are shown' })
  hits!: readonly HitDifferenceDto[];

  static from({ total, hits }: DifferingHits): DifferingHitsDto {
    return { total, hits: hits.map((hit) => HitDifferenceDto.from(hit)) };
  }
}

export class ProfileTrialDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'As it would be' }) profile!: ScreeningProfileDto;
  @ApiProperty({ type: 'integer', description: 'Of which screenings are tried' }) days!: number;
  @ApiProperty({ type: 'integer', description: 'Entities that were screened again' }) screenings!: number;
  @ApiProperty({ type: 'integer', description: 'Entities that were screened by the profile in these days' })
  total!: number;
  @ApiProperty({ description: 'Whether there are more than were tried: the newest were' }) isCut!: boolean;
  @ApiProperty({ type: 'integer' }) hitsBefore!: number;
  @ApiProperty({ type: 'integer' }) hitsAfter!: number;
  @ApiProperty() comes!: DifferingHitsDto;
  @ApiProperty() goes!: DifferingHitsDto;

  static from({ profile, comes, goes, ...counts }: ProfileTrial): ProfileTrialDto {
    return {
      success: true,
      profile: ScreeningProfileDto.from(profile),
      ...counts,
      isCut: counts.screenings < counts.total,
      comes: DifferingHitsDto.from(comes),
      goes: DifferingHitsDto.from(goes),
    };
  }
}
