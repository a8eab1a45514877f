import { DateField, NestedArrayField, NumberField, PageQuery, TextField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

/** A currency code, or a code defined by the organization. */
const code = {
  min: 3,
  max: 4,
  pattern: /^[A-Za-z][A-Za-z0-9]{2,3}$/,
  patternMessage: '$property must be a currency code of 3 or 4 characters',
} as const;

/** A rate without a date. */
export class PairRateBody {
  @TextField({ ...code, required: true, example: 'USD' }) base!: string;
  @TextField({ ...code, required: true, example: 'BRL' }) quote!: string;
  @NumberField({
    required: true,
    min: limits.smallestRate,
    max: limits.largestRate,
    description: 'Value of one `base` in `quote`',
    example: 5.25,
  })
  rate!: number;
}

export class RateBody extends PairRateBody {
  @DateField({ required: true, example: '2026-03-01' }) date!: string;
}

/** Body of `PUT /currency-rates`. */
export class LoadRatesBody {
  @NestedArrayField(() => RateBody, { required: true, min: 1, max: limits.ratesPerRequest })
  rates!: RateBody[];
}

/** Query of `GET /currency-rates`. Days are inclusive. */
export class ListRatesQuery extends PageQuery {
  @TextField(code) base?: string;
  @TextField(code) quote?: string;
  @DateField() from?: string;
  @DateField() to?: string;
}
