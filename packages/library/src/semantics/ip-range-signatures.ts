import { isUnknown, mergeUnknown, type Outcome, type Signature, type Unknown, type Value } from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { asBoolean } from './probe-text.js';
import { typeMismatch } from './failures.js';
import { blockTest } from './ip-block.js';

type BlockTest = NonNullable<ReturnType<typeof blockTest>>;

function compileBlocks(list: readonly (Value | Unknown)[]): {
  tests: readonly BlockTest[];
  doubts: readonly Unknown[];
} {
  const tests: BlockTest[] = [];
  const doubts: Unknown[] = [];
  for (const element of list) {
    if (isUnknown(element)) doubts.push(element);
    else {
      const test = typeof element === 'string' ? blockTest(element) : null;
      if (test) tests.push(test);
      else doubts.push(typeMismatch('ip address or block') as Unknown);
    }
  }
  return { tests, doubts };
}

function rangeTest(list: readonly (Value | Unknown)[]): (address: string) => boolean | Unknown {
  const { tests, doubts } = compileBlocks(list);
  return (address) => {
    if (tests.some((test) => test(address))) return true;
    return doubts.length > 0 ? mergeUnknown(doubts) : false;
  };
}

/** Returns the signatures for an address in a list of addresses and blocks. */
export const ipRangeSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  signature(name, ['ip', 'list'], {
    result: () => boolType,
    evaluate: ([address, list]): Outcome =>
      asBoolean(rangeTest(list as readonly (Value | Unknown)[])(address as string), wanted),
    specialize: (_types, constants) => {
      const list = constants[1];
      if (!Array.isArray(list)) return null;
      const test = rangeTest(list as readonly (Value | Unknown)[]);
      return (address) => asBoolean(test(address as string), wanted);
    },
  }),
];
