import type { Signature, Type, Value } from '@tamis/lang';
import { signature } from '../declare.js';

/** Returns the signature of a function of one text. */
export const textFunction = (name: string, result: Type, apply: (text: string) => Value): Signature =>
  signature(name, ['text'], {
    result: () => result,
    evaluate: ([value]) => apply(value as string),
  });
