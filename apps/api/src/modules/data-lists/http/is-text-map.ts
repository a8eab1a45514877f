import { isObject } from '@tamis/stdx';
import { ValidateBy } from 'class-validator';

const isTextMap = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((member) => typeof member === 'string');

/** An object whose members are all text. */
export const IsTextMap = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTextMap',
    validator: { validate: isTextMap, defaultMessage: () => '$property must be an object whose values are text' },
  });
