import { groupBy, GrowingNumbers } from './growing.js';
import type { SectionName, Sections } from './sections.js';

type BucketName = SectionName extends infer Name ? (Name extends `${infer Of}Buckets` ? Of : never) : never;
type BucketSections<Name extends string> = { readonly [Key in `${Name}BucketAt` | `${Name}Buckets`]: Uint32Array } & {
  readonly [Key in `${Name}Tags`]: Uint8Array;
};

/** At least so many: fewer would cost memory, and more than twice as many would be compared in vain. */
const perBucket = 1.5;
/** Buckets are chosen by the low bits of a hash; the high ones tell most others in a bucket apart. */
const tagOf = (hash: number): number => hash >>> 24;

/** Numbers by hash, for a table without keys: who reads a bucket compares what it finds. */
export class BucketsBuilder {
  readonly #hashes = new GrowingNumbers();
  readonly #values = new GrowingNumbers();

  add(hash: number, value: number): void {
    this.#hashes.push(hash);
    this.#values.push(value);
  }

  /** As sections of an index: what each bucket holds, in the order in which it was added. Values may have new numbers since. */
  build<Name extends BucketName>(name: Name, renumbered?: Uint32Array): BucketSections<Name> {
    const hashes = this.#hashes.view();
    const values = renumbered ? this.#values.view().map((value) => renumbered[value]!) : this.#values.view();
    const count = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, hashes.length / perBucket))));
    const bucketOf = (hash: number): number => hash & (count - 1);
    const grouped = groupBy(hashes, values, count, bucketOf);
    const tags = groupBy(hashes, hashes.map(tagOf), count, bucketOf).values;
    return {
      [`${name}BucketAt`]: grouped.starts,
      [`${name}Buckets`]: grouped.values,
      [`${name}Tags`]: Uint8Array.from(tags),
    } as BucketSections<Name>;
  }
}

/** Reads what a builder has put there. */
export class Buckets {
  readonly #starts: Uint32Array;
  readonly #values: Uint32Array;
  readonly #tags: Uint8Array;

  constructor(sections: Sections, name: BucketName) {
    this.#starts = sections[`${name}BucketAt`];
    this.#values = sections[`${name}Buckets`];
    this.#tags = sections[`${name}Tags`];
  }

  /** What was added by a hash with where it stands, and now and then something else. */
  each(hash: number, visit: (value: number, at: number) => void): void {
    const bucket = hash & (this.#starts.length - 2);
    const end = this.#starts[bucket + 1]!;
    const tag = tagOf(hash);
    for (let at = this.#starts[bucket]!; at < end; at += 1) if (this.#tags[at] === tag) visit(this.#values[at]!, at);
  }
}
