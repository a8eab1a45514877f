import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import type { OwnershipVersion } from '../../../decisions/ownership-data/index.js';
import {
  type OwnershipRuleOfList,
  ownershipRules,
  type OwnershipRuleSetting,
} from '../../../tenancy/organization-settings/index.js';
import type { KnownOwners, NamedEntity } from '../use-cases/read-ownership.js';

const nullableText = { type: String, nullable: true } as const;
const percent = { example: '33.3333', description: 'percent, with at most four decimal places' };

class OwningEntityDto implements NamedEntity {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ ...nullableText, description: '`null` if the entity is deleted' }) type!: string | null;
  @ApiProperty(nullableText) name!: string | null;
  @ApiProperty(nullableText) countryCode!: string | null;
}

/** Bounds of the exact share: the lower one is rounded down, and the upper one up. */
class ShareDto {
  @ApiProperty({ ...percent, description: 'at least' }) leastPercent!: string;
  @ApiProperty({ ...percent, description: 'at most' }) mostPercent!: string;
}

class OwnerPathDto extends ShareDto {
  @ApiProperty({ type: [OwningEntityDto], description: 'from the owner to the company' })
  entities!: readonly OwningEntityDto[];
}

class BeneficialOwnerDto extends ShareDto {
  @ApiProperty() entity!: OwningEntityDto;
  @ApiProperty({
    description: 'true: the lower bound of the share reaches the threshold; false: only the upper bound does',
  })
  certain!: boolean;
  @ApiProperty({
    type: [OwnerPathDto],
    description: 'relationships that prove the share, most significant first; at most 5',
  })
  paths!: readonly OwnerPathDto[];
}

class ListRuleDto implements OwnershipRuleOfList {
  @ApiProperty() list!: string;
  @ApiProperty({ enum: ownershipRules, enumName: 'OwnershipRule' }) rule!: OwnershipRuleSetting;
}

class BlockedShareDto extends ShareDto {
  @ApiProperty() entity!: OwningEntityDto;
}

class BlockedOwnerDto {
  @ApiProperty() entity!: OwningEntityDto;
  @ApiProperty({ description: 'whether a match with a sanctions list is confirmed for the owner' }) confirmed!: boolean;
  @ApiProperty({ description: 'false: it is uncertain whether it counts as sanctioned' }) certain!: boolean;
  @ApiProperty({ type: [BlockedShareDto], description: 'owners that count, or may count, as sanctioned' })
  ownedBy!: readonly BlockedShareDto[];
}

class SanctionedOwnersDto extends ShareDto {
  @ApiProperty({ enum: ownershipRules, enumName: 'OwnershipRule' }) rule!: OwnershipRuleSetting;
  @ApiProperty({ type: [ListRuleDto], description: 'lists with a different result' })
  rulesOfLists!: readonly OwnershipRuleOfList[];
  @ApiProperty({ type: [BlockedOwnerDto], description: 'the company, where it counts, and those above it' })
  entities!: readonly BlockedOwnerDto[];
}

export class OwnershipDto {
  @ApiProperty({ format: 'uuid' }) entityId!: string;
  @ApiProperty({
    enum: ['known', 'unknown'],
    enumName: 'OwnershipState',
    description: 'unknown: no relationship says who owns the company, so rules that read `ownership` are unknown',
  })
  state!: 'known' | 'unknown';
  @ApiProperty({ type: Number, nullable: true }) version!: number | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'since when this version applies' })
  asOf!: string | null;
  @ApiProperty({ description: 'whether something has changed, so that a newer version may follow' })
  recomputing!: boolean;
  @ApiProperty({ type: Number, nullable: true, description: 'share from which an owner is a beneficial owner' })
  beneficialOwnerPercent!: number | null;
  @ApiProperty({ type: [BeneficialOwnerDto], description: 'certain ones first' })
  owners!: readonly BeneficialOwnerDto[];
  @ApiProperty({ description: 'whether there are more owners than listed' }) ownersLeftOut!: number;
  @ApiProperty({ ...nullableText, ...percent, description: 'lower bound of the share that is known to end in people' })
  knownPercent!: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'steps to the most distant owner' }) layers!: number | null;
  @ApiProperty({ type: Boolean, nullable: true, description: 'whether companies own each other' }) hasCycle!:
    | boolean
    | null;
  @ApiProperty({ type: [String], description: 'for all owners' }) countries!: readonly string[];
  @ApiProperty({ type: Boolean, nullable: true, description: 'whether the bounds are wider than necessary' })
  approximate!: boolean | null;
  @ApiProperty({ description: 'whether there are more entities above the company than were examined' }) cut!: boolean;
  @ApiProperty({ type: [OwningEntityDto], description: 'companies whose declared shares exceed 100 percent' })
  contradictory!: readonly OwningEntityDto[];
  @ApiProperty({
    type: SanctionedOwnersDto,
    nullable: true,
    description: 'what sanctioned owners hold together; null without alerts:read, and where no owner is known',
  })
  sanctioned!: SanctionedOwnersDto | null;

  static from(
    entityId: string,
    { version, proof, entities, isDue }: KnownOwners,
    { withSanctions }: { readonly withSanctions: boolean },
  ): OwnershipDto {
    const named = (id: string): OwningEntityDto => entities.get(id)!;
    const { facts = null } = version ?? {};
    return {
      entityId,
      state: facts ? 'known' : 'unknown',
      version: version?.version ?? null,
      asOf: version?.computedAt.toISOString() ?? null,
      recomputing: isDue,
      beneficialOwnerPercent: proof?.beneficialOwnerPercent ?? null,
      owners: (proof?.owners ?? []).map(({ entityId: id, paths, isCertain, leastPercent, mostPercent }) => ({
        ...{ entity: named(id), leastPercent, mostPercent, certain: isCertain },
        paths: paths.map(({ entityIds, ...share }) => ({ entities: entityIds.map(named), ...share })),
      })),
      ownersLeftOut: proof?.ownersLeftOut ?? 0,
      knownPercent: proof?.knownPercent ?? null,
      layers: facts?.layers ?? null,
      hasCycle: facts?.hasCycle ?? null,
      countries: facts?.countries ?? [],
      approximate: facts?.approximate ?? null,
      cut: proof?.isCut ?? false,
      contradictory: (proof?.contradictory ?? []).map(named),
      sanctioned: proof && withSanctions ? sanctionedOwners(proof, named) : null,
    };
  }
}

const sanctionedOwners = (
  {
    sanctionedPercent,
    sanctionedPercentMost,
    ownershipRule,
    ownershipRulesOfLists,
    blocked,
  }: NonNullable<KnownOwners['proof']>,
  named: (id: string) => OwningEntityDto,
): SanctionedOwnersDto => ({
  leastPercent: sanctionedPercent,
  mostPercent: sanctionedPercentMost,
  rule: ownershipRule,
  rulesOfLists: ownershipRulesOfLists,
  entities: blocked.map(({ entityId, isNamed, isCertain, ownedBy }) => ({
    ...{ entity: named(entityId), confirmed: isNamed, certain: isCertain },
    ownedBy: ownedBy.map(({ entityId: id, ...share }) => ({ entity: named(id), ...share })),
  })),
});

class OwnershipVersionDto {
  @ApiProperty() version!: number;
  @ApiProperty({ format: 'date-time' }) asOf!: string;
  @ApiProperty({ enum: ['known', 'unknown'], enumName: 'OwnershipState' }) state!: 'known' | 'unknown';
  @ApiProperty({ description: 'beneficial owners, certain and possible' }) owners!: number;
  @ApiProperty({ type: Number, nullable: true }) knownPercent!: number | null;

  static from({ version, facts, computedAt }: OwnershipVersion): OwnershipVersionDto {
    return {
      version,
      asOf: computedAt.toISOString(),
      state: facts ? 'known' : 'unknown',
      owners: facts?.beneficialOwners.length ?? 0,
      knownPercent: facts?.knownPercent ?? null,
    };
  }
}

export class OwnershipResponseDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() ownership!: OwnershipDto;
}

export class OwnershipVersionsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [OwnershipVersionDto] }) versions!: readonly OwnershipVersionDto[];
  @ApiProperty() pagination!: Pagination;

  static from(rows: readonly OwnershipVersion[], pagination: Pagination): OwnershipVersionsDto {
    return { success: true, versions: rows.map((row) => OwnershipVersionDto.from(row)), pagination };
  }
}
