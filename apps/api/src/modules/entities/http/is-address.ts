import { ValidateBy } from 'class-validator';

const isAddress = (value: unknown): boolean => typeof value === 'string' || isObject(value);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text, or an object with street, number, city and the like. */
export const IsAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isAddress',
    validator: { validate: isAddress, defaultMessage: () => '$property must be text or an object' },
  });
