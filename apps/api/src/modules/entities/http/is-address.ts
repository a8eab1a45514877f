import { isObject } from '@tamis/stdx';
import { ValidateBy } from 'class-validator';

const isAddress = (value: unknown): boolean => typeof value === 'string' || isObject(value);

/** Text, or an object with street, number, city and the like. */
export const IsAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isAddress',
    validator: { validate: isAddress, defaultMessage: () => '$property must be text or an object' },
  });
