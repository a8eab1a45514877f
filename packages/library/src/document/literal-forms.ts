/** A kind of literal and its form in rule text. */
export interface LiteralForm {
  /** Tag of the JSON form, or the JSON type if there is no tag. */
  readonly name: string;
  readonly form: string;
  readonly documentation: string;
  readonly example: string;
}

/** In the order of the manual. */
export const literalForms: readonly LiteralForm[] = [
  { name: 'string', form: '"…"', documentation: 'Text on one line.', example: '"BR"' },
  { name: 'boolean', form: 'true, false', documentation: 'A true-or-false value.', example: 'true' },
  {
    name: '$number',
    form: '1_000.50',
    documentation: 'An exact decimal; tagged in JSON only where a double cannot hold it.',
    example: '12345678901234567.89',
  },
  { name: '$money', form: '10_000 USD', documentation: 'An amount in a currency.', example: '10_000 USD' },
  { name: '$percent', form: '88%', documentation: 'A number written in hundredths.', example: '88%' },
  {
    name: '$duration',
    form: '90s 15m 24h 7d 2w 6mo 1y',
    documentation: '`s m h d w` have a fixed length, `mo` and `y` are counted on the calendar.',
    example: '24h',
  },
  { name: '$distance', form: '500 km, 300 mi', documentation: 'A length on the ground.', example: '500 km' },
  { name: '$date', form: '2026-12-01', documentation: 'A calendar day without a zone.', example: '2026-12-01' },
  {
    name: '$datetime',
    form: '2026-12-01T10:00:00Z',
    documentation: 'An instant; the offset must be written.',
    example: '2026-12-01T10:00:00Z',
  },
  { name: 'array', form: '[a, b]', documentation: 'A list of values of one type.', example: '["BR", "AR"]' },
];
