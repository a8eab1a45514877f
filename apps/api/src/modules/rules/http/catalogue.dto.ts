import { ApiProperty } from '@nestjs/swagger';

class CatalogueItemDto {
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['operator', 'function', 'aggregate', 'action', 'trigger', 'literal'] }) kind!: string;
  @ApiProperty({ description: 'As it is written in rule text' }) textForm!: string;
  @ApiProperty({ required: false, description: 'Of operators: the word or sign of the JSON form' })
  jsonOperator?: string;
  @ApiProperty({ description: 'Every way to use it, separated by `; `' }) signature!: string;
  @ApiProperty({ description: '`unknown`: as soon as an operand is; `never`; else in words' }) missing!: string;
  @ApiProperty() costClass!: string;
  @ApiProperty() weight!: number;
  @ApiProperty() description!: string;
  @ApiProperty({
    type: 'object',
    required: ['text', 'json'],
    properties: { text: { type: 'string' }, json: {} },
    description: 'The same in both forms',
  })
  example!: { readonly text: string; readonly json: unknown };
  @ApiProperty({ description: 'The version of the language that brought it' }) since!: number;
}

/** Everything a rule can say. */
export class CatalogueDto {
  @ApiProperty() success!: true;
  @ApiProperty() languageVersion!: number;
  @ApiProperty({ type: [String] }) reservedWords!: readonly string[];
  @ApiProperty({ type: [CatalogueItemDto] }) operators!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) functions!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) aggregates!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) actions!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) triggers!: readonly CatalogueItemDto[];
  @ApiProperty({ type: [CatalogueItemDto] }) literals!: readonly CatalogueItemDto[];
}
