import { ValidateBy } from 'class-validator';

import {
  BooleanField,
  Field,
  IfVersionField,
  IntegerField,
  NestedField,
  TextField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { readTokens } from '../domain/tokens.js';

const { min, max } = limits.topUpCents;

const isInRange = (cents: number | null): boolean => cents !== null && cents >= min && cents <= max;

/** Body of `POST /billing/top-ups`. */
export class TopUpBody {
  @IntegerField({ min, max, description: 'instead of `tokens`', example: 5_000 }) amountCents?: number;

  @Field(
    { description: 'instead of `amountCents`, with at most 2 decimal places; 1 token is 100 cents', example: '50.25' },
    { oneOf: [{ type: 'string' }, { type: 'number' }] },
    [
      ValidateBy({
        name: 'areTokens',
        validator: {
          validate: (value) => isInRange(readTokens(value)),
          defaultMessage: () =>
            '$property must be a decimal with at most 2 decimal places, worth 100 to 10,000,000,000 cents: "50.25"',
        },
      }),
    ],
  )
  tokens?: string | number;

  @TextField({ min: 1, max: limits.externalIdCharacters }) paymentMethodId?: string;
  @TextField({
    min: 1,
    max: limits.externalIdCharacters,
    description: 'what the top-up is called where you keep books',
  })
  reference?: string;
}

@ChangeBody()
class AutoTopUpBody {
  @BooleanField() enabled?: boolean;
  @IntegerField({ min: 0, max }) thresholdCents?: number;
  @IntegerField({ min: 0, max, description: `At least ${min}; 0 if none was ever set` }) amountCents?: number;
}

/** Body of `PATCH /billing/settings`: absent members stay unchanged. */
@ChangeBody()
export class BillingSettingsBody {
  @IntegerField({ min: 0, max, description: '0: nobody is told' }) lowBalanceThresholdCents?: number;
  @NestedField(() => AutoTopUpBody, {
    description: 'requests a top-up when the balance falls below the threshold; it is credited once it is paid',
  })
  autoTopUp?: AutoTopUpBody;
  @IfVersionField() ifVersion?: number;
}
