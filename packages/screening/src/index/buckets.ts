import { groupBy, GrowingNumbers } from './growing.js';
import type { SectionName, Sections } from './sections.js';

type BucketName = SectionName extends infer Name ? (Name extends `${infer Of}Buckets` ? Of : never) : never;
type BucketSections<Name extends string> = { readonly [Key in `${Name}BucketAt` | `${Name}Buckets`]: Uint32Array } & {
  readonly [Key in `${Name}Tags`]: Uint8Array;
};

/** Minimum average per bucket: fewer would waste memory, and more than twice as many would cause useless comparisons. */
const perBucket = 1.5;
/** Buckets are selected by the low bits of a hash. The high bits distinguish most other values in a bucket. */
const tagOf = (hash: number): number => hash >>> 24;

/** Numbers by hash, in a table without keys: readers of a bucket compare what they find. */
export class BucketsBuilder {
  readonly #hashes = new GrowingNumbers();
  readonly #values = new GrowingNumbers();

  add(hash: number, value: number): void {
    this.#hashes.push(hash);
    this.#values.push(value);
  }

  /** Returns the sections of an index: the content of each bucket in the order of insertion. Values may have been renumbered since. */
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

/** Reads what a builder has stored. */
export class Buckets {
  readonly #starts: Uint32Array;
  readonly #values: Uint32Array;
  readonly #tags: Uint8Array;

  constructor(sections: Sections, name: BucketName) {
    this.#starts = sections[`${name}BucketAt`];
    this.#values = sections[`${name}Buckets`];
    this.#tags = sections[`${name}Tags`];
  }

  /** Visits the values that were added with a hash and their positions, and occasionally other values. */
  each(hash: number, visit: (value: number, at: number) => void): void {
    const bucket = hash & (this.#starts.length - 2);
    const end = this.#starts[bucket + 1]!;
    const tag = tagOf(hash);
    for (let at = this.#starts[bucket]!; at < end; at += 1) if (this.#tags[at] === tag) visit(this.#values[at]!, at);
  }
}
