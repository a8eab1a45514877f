import { isObject } from '@tamis/stdx';
import { ValidateBy } from 'class-validator';

import { Field, TextField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

const check = (name: string, message: string, validate: (value: unknown) => boolean): PropertyDecorator =>
  ValidateBy({ name, validator: { validate, defaultMessage: () => `$property ${message}` } });

const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= limits.personTextCharacters;

const isFactor = (value: unknown): boolean =>
  isObject(value) &&
  isText(value['factor']) &&
  typeof value['impact'] === 'number' &&
  (value['description'] === undefined || isText(value['description']));

/** Validates `reasons` and `customLabel`. */
function isManual({ reasons, customLabel }: Readonly<Record<string, unknown>>): boolean {
  if (reasons !== undefined && !(Array.isArray(reasons) && reasons.length <= limits.riskFactors)) return false;
  if (customLabel == null) return true;
  return isObject(customLabel) && Object.values(customLabel).every((value) => value === null || isText(value));
}

const areFactors = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length <= limits.riskFactors && value.every(isFactor)
    : isObject(value) && isManual(value);

const factor = {
  type: 'object',
  required: ['factor', 'impact'],
  properties: { factor: { type: 'string' }, impact: { type: 'number' }, description: { type: 'string' } },
};

/** An account number, of which responses show only the last four digits. */
export const AccountNumberField = (): PropertyDecorator =>
  TextField({
    min: 1,
    max: limits.accountNumberCharacters,
    pattern: /[\p{L}\p{N}]/u,
    patternMessage: 'accountNumber must contain letters or digits',
    description: 'stored encrypted; answered in full only where it is read with `entities:read_sensitive`',
  });

/** The list of factors, or the values that somebody sets manually. */
export const RiskFactorsField = (): PropertyDecorator =>
  Field(
    { description: 'A list of factors, or `{reasons, customLabel: {name, color, status}}` that was set manually' },
    {
      oneOf: [
        { type: 'array', items: factor, maxItems: limits.riskFactors },
        { type: 'object', additionalProperties: true },
      ],
    },
    [
      check(
        'areRiskFactors',
        'must be a list of {factor, impact, description}, or an object with `reasons` and `customLabel`',
        areFactors,
      ),
    ],
  );
