import type { Environment } from './environment.js';
import type { Type } from '../types/type.js';
import type { Outcome } from '../values/value.js';

export type Target = 'transaction' | 'person' | 'company' | 'userEvent';

/** Sources of records an aggregate can read; `elements` is a list on the subject, named by its path. */
export type AggregateSource =
  | 'transactions'
  | 'userEvents'
  | 'alerts'
  | 'cases'
  | 'relationships'
  | 'accounts'
  | 'elements';

/** A source of records by name. */
export interface SourceDeclaration {
  readonly name: Exclude<AggregateSource, 'elements'>;
  /** JSON path of the time of a record; null: records without a time, which take no window. */
  readonly timePath: readonly string[] | null;
  /** JSON paths of the record that hold the id of an entity, by link; a link that is left out is not defined (E0402). */
  readonly sides: {
    readonly from?: readonly string[];
    readonly to?: readonly string[];
    /** Either of these. */
    readonly involving?: readonly (readonly string[])[];
    /** Both, in either direction. */
    readonly between?: readonly [readonly string[], readonly string[]];
  };
  /** `per` is allowed. */
  readonly per: boolean;
}

/** Reads a raw JSON value below the object that owns a derived field; undefined or null when absent. */
export type RawReader = (jsonPath: readonly string[]) => unknown;

/** One field a rule may name. */
export interface FieldDeclaration {
  /** Text form, `transaction.amount`, `origin.person.isPep`. */
  readonly path: string;
  /** Stored form, as steps: `['amount']`, `['originEntity', 'entityData', 'person', 'isPep']`. */
  readonly jsonPath: readonly string[];
  readonly type: Type;
  /** False: can never be missing. */
  readonly nullable: boolean;
  /** An object whose further keys nobody declares; a key below it has type `any`. */
  readonly openKeys?: boolean;
  /** Of an open object that is there only after something was run: how many keys below it name what was run. */
  readonly screenedBy?: number;
  /** Of a list whose elements are records: JSON path of what was run to find them. Without it the list is unknown, not empty. */
  readonly foundWith?: readonly string[];
  readonly description: string;
  /** Kept for rules that read it; `successor` is what to write instead (W1113). */
  readonly deprecated?: { readonly successor: string };
  /**
   * How a derived field is computed: `owner` is the object it belongs to (steps from the context root), `read` reads below it.
   * `reads` lists every path below the owner that `value` may read, so that the records of a window can be fetched with just these
   * columns. The result may be unknown. Pure.
   */
  readonly derived?: {
    readonly owner: readonly string[];
    readonly reads: readonly (readonly string[])[];
    /** `value` looks something up in the environment, so the answer must be gathered before a run. */
    readonly asks?: true;
    /** `value` depends on what it reads alone, never on the environment. */
    readonly ofData?: true;
    readonly value: (read: RawReader, environment: Environment) => Outcome;
  };
}

/** What can be named for one target, and in the records an aggregate reads. */
export interface Schema {
  /** Field or open-key member by text path; null when there is no such field. */
  field(target: Target, steps: readonly string[]): FieldDeclaration | null;
  /** Field of a record by its bare text path (`amount`, `origin.countryCode`). `source`: a name of `sources`, or an `elementSource`. */
  recordField(source: string, steps: readonly string[]): FieldDeclaration | null;
  fields(target: Target): readonly FieldDeclaration[];
  recordFields(source: string): readonly FieldDeclaration[];
  readonly sources: readonly SourceDeclaration[];
  /** Under which name `recordField` knows the elements of a list on the subject. A scalar element is read as `item`. */
  elementSource(listPath: readonly string[]): string;
  /** Heads that exist for some target (`origin`, `person`), for better messages. */
  roots(target: Target): readonly string[];
}
