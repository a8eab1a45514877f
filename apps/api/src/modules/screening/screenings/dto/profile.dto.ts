import { ApiProperty } from '@nestjs/swagger';

import { type ScreenedType, screenedTypes, type ScreeningProfile } from '../domain/screening-profile.js';
import { toShare } from '../domain/shares.js';
import type { DifferingHits, HitDifference, ProfileTrial } from '../use-cases/try-profile.js';

const texts = { type: String, isArray: true, nullable: true } as const;

export class ScreeningProfileDto {
  @ApiProperty({ format: 'uuid', description: 'For the default profile: the id of the organization' }) id!: string;
  @ApiProperty({ type: 'integer' }) version!: number;
  @ApiProperty({ description: 'Whether it holds where no other is named' }) isDefault!: boolean;
  @ApiProperty() name!: string;
  @ApiProperty({ ...texts, description: '`null` for the lists of the server' }) lists!: readonly string[] | null;
  @ApiProperty({ ...texts, description: 'Null: all' }) topics!: readonly string[] | null;
  @ApiProperty({ enum: screenedTypes, enumName: 'ScreenedType', isArray: true }) entityTypes!: readonly ScreenedType[];
  @ApiProperty() threshold!: number;
  @ApiProperty() reviewFrom!: number;
  @ApiProperty() weakAliases!: boolean;
  @ApiProperty({ type: 'integer' }) maxAgeHours!: number;
  @ApiProperty({ type: Number, nullable: true }) secondPersonFrom!: number | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Creator of this version; `null` if built in',
  })
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
  @ApiProperty({ type: [ScreeningProfileDto], description: 'Newest first' })
  versions!: readonly ScreeningProfileDto[];
}

class HitDifferenceDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({ format: 'uuid', description: 'The party that was screened again' }) screeningId!: string;
  @ApiProperty() list!: string;
  @ApiProperty() entryId!: string;
  @ApiProperty({ description: 'The matching name of the entry' }) name!: string;
  @ApiProperty() score!: number;

  static from({ score, ...hit }: HitDifference): HitDifferenceDto {
    return { ...hit, score: toShare(score) };
  }
}

class DifferingHitsDto {
  @ApiProperty({ type: 'integer' }) total!: number;
  @ApiProperty({ type: [HitDifferenceDto], description: 'The highest scores, up to the limit' })
  hits!: readonly HitDifferenceDto[];

  static from({ total, hits }: DifferingHits): DifferingHitsDto {
    return { total, hits: hits.map((hit) => HitDifferenceDto.from(hit)) };
  }
}

export class ProfileTrialDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'With the changed profile' }) profile!: ScreeningProfileDto;
  @ApiProperty({ type: 'integer', description: 'Which screenings are repeated' }) days!: number;
  @ApiProperty({ type: 'integer', description: 'Number of entities that were screened again' }) screenings!: number;
  @ApiProperty({ type: 'integer', description: 'Number of entities screened with the profile in these days' })
  total!: number;
  @ApiProperty({ description: 'Whether there are more screenings than were repeated: the newest were' })
  isCut!: boolean;
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
