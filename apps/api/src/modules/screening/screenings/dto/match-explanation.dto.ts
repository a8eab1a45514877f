import { ApiProperty } from '@nestjs/swagger';
import { type MatchExplanation, type NameKind } from '@tamis/screening';

import { toShare } from '../domain/shares.js';

const nameKinds = ['primary', 'alias', 'original_script', 'weak_alias'] as const satisfies readonly NameKind[];

class MatchedNameDto {
  @ApiProperty() text!: string;
  @ApiProperty({ enum: nameKinds, enumName: 'ListedNameKind' }) kind!: NameKind;
  @ApiProperty({ type: String, nullable: true }) language!: string | null;
}

class MatchedWordsDto {
  @ApiProperty() ours!: string;
  @ApiProperty() theirs!: string;
  @ApiProperty({ description: '`equal`, `spelling`, `sounds`, `initial`, `joined`, `transliterated` …' }) kind!: string;
  @ApiProperty() similarity!: number;
  @ApiProperty({ description: 'Its share of the total' }) weight!: number;
  @ApiProperty({ description: 'Its contribution to the score of the name' }) points!: number;
}

class LeftOverDto {
  @ApiProperty({ type: [String] }) ours!: readonly string[];
  @ApiProperty({ type: [String] }) theirs!: readonly string[];
  @ApiProperty() cost!: number;
}

class QualifierDto {
  @ApiProperty({ description: '`weak_alias`, `country`, `birth_year`, `birth_day` or `gender`' }) of!: string;
  @ApiProperty() ours!: string;
  @ApiProperty() theirs!: string;
  @ApiProperty({ description: 'Its deduction from the score: below 0' }) effect!: number;
}

class SharedIdentifierDto {
  @ApiProperty() scheme!: string;
  @ApiProperty() ours!: string;
  @ApiProperty() theirs!: string;
  @ApiProperty({ enum: ['equal', 'masked'], enumName: 'SharedIdentifierKind' }) kind!: 'equal' | 'masked';
}

/**
 * The reasons why an entry matches. The points minus both costs equal `nameScore`, and `nameScore` with all effects equals `score`, to the
 * last digit.
 */
export class MatchExplanationDto {
  @ApiProperty() score!: number;
  @ApiProperty() nameScore!: number;
  @ApiProperty({ description: 'Threshold of a match' }) threshold!: number;
  @ApiProperty({ description: 'The dataset of the entry' }) list!: string;
  @ApiProperty() entry!: string;
  @ApiProperty() ourName!: string;
  @ApiProperty() matchedName!: MatchedNameDto;
  @ApiProperty({ type: [MatchedWordsDto] }) because!: readonly MatchedWordsDto[];
  @ApiProperty() leftOver!: LeftOverDto;
  @ApiProperty({ description: 'The deduction if both names have a legal form but none in common' })
  legalFormCost!: number;
  @ApiProperty({ enum: ['same', 'changed'], enumName: 'WordOrder' }) order!: 'same' | 'changed';
  @ApiProperty({ type: [QualifierDto] }) qualifiers!: readonly QualifierDto[];
  @ApiProperty({ type: [SharedIdentifierDto] }) identifiers!: readonly SharedIdentifierDto[];
  @ApiProperty({ description: 'The bonus for an equal identifier' }) identifierEffect!: number;

  static from(explanation: MatchExplanation): MatchExplanationDto {
    const { leftOver } = explanation;
    return {
      ...explanation,
      score: toShare(explanation.score),
      nameScore: toShare(explanation.nameScore),
      threshold: toShare(explanation.threshold),
      because: explanation.because.map(({ similarity, weight, points, ...words }) => ({
        ...words,
        ...{ similarity: toShare(similarity), weight: toShare(weight), points: toShare(points) },
      })),
      leftOver: { ...leftOver, cost: toShare(leftOver.cost) },
      legalFormCost: toShare(explanation.legalFormCost),
      qualifiers: explanation.qualifiers.map(({ effect, ...qualifier }) => ({ ...qualifier, effect: toShare(effect) })),
      identifierEffect: toShare(explanation.identifierEffect),
    };
  }
}
