import { readRules, type ReadResult } from '@tamis/lang';
import { BoundedTexts } from './bounded-texts.js';

/** Trees, and what is kept with them, take a hundred times as many bytes. */
const maxCharacters = 100_000;

const kept = new BoundedTexts<ReadResult>(maxCharacters);

/** Trees that are still there, though not kept: those of a set are, while it is compiled. */
const alive = new Map<string, WeakRef<ReadResult>>();
const gone = new FinalizationRegistry<string>((source) => {
  if (alive.get(source)?.deref() === undefined) alive.delete(source);
});

/**
 * As `readRules`, but a source read a short while ago is not read again. What is read is frozen and follows from the text alone.
 */
export function readRuleOnce(source: string): ReadResult {
  const known = kept.get(source) ?? alive.get(source)?.deref();
  const read = known ?? readRules(source);
  kept.set(source, read);
  if (!known) {
    alive.set(source, new WeakRef(read));
    gone.register(read, source);
  }
  return read;
}
