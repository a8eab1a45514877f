import type { Signature, Type, Value } from '@tamis/lang';
import { signature } from '../declare.js';
import { tooLong } from './evaluation-limits.js';

/** A function of one text. */
export const textFunction = (name: string, result: Type, apply: (text: string) => Value): Signature =>
  signature(name, ['text'], {
    result: () => result,
    evaluate: ([value]) => tooLong(value as string) ?? apply(value as string),
  });
