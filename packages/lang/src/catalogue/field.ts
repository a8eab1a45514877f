import type { Environment } from './environment.js';
import type { Type } from '../types/type.js';
import type { Outcome } from '../values/value.js';

export type Target = 'transaction' | 'person' | 'company' | 'userEvent';

/** Sources of records that an aggregate can read; `elements` is a list of the subject, named by its path. */
export type AggregateSource =
  | 'transactions'
  | 'userEvents'
  | 'alerts'
  | 'cases'
  | 'relationships'
  | 'accounts'
  | 'elements';

/** A named source of records. */
export interface SourceDeclaration {
  readonly name: Exclude<AggregateSource, 'elements'>;
  /** JSON path of a record's time; `null` for records without a time, for which no window is allowed. */
  readonly timePath: readonly string[] | null;
  /** JSON paths of the record that contain an entity id, by link; a link that is absent is not supported (E0402). */
  readonly sides: {
    readonly from?: readonly string[];
    readonly to?: readonly string[];
    /** Either of these paths. */
    readonly involving?: readonly (readonly string[])[];
    /** Both paths, in either direction. */
    readonly between?: readonly [readonly string[], readonly string[]];
  };
  /** Whether `per` is allowed. */
  readonly per: boolean;
}

/** Reads a raw JSON value below the object that owns a derived field; undefined or null if it is absent. */
export type RawReader = (jsonPath: readonly string[]) => unknown;

/** A field that a rule may name. */
export interface FieldDeclaration {
  /** Text form: `transaction.amount`, `origin.person.isPep`. */
  readonly path: string;
  /** Stored form, as steps: `['amount']`, `['originEntity', 'entityData', 'person', 'isPep']`. */
  readonly jsonPath: readonly string[];
  readonly type: Type;
  /** `false` if the field can never be missing. */
  readonly nullable: boolean;
  /** Whether the object may have further, undeclared keys, which have type `any`. */
  readonly openKeys?: boolean;
  /**
   * For an open object that is present only after something was executed, such as an integration: the number of keys below it that identify
   * what was executed.
   */
  readonly screenedBy?: number;
  /** For a list of records: JSON path of what was executed to find them. Without it, the list is unknown, not empty. */
  readonly foundWith?: readonly string[];
  readonly description: string;
  /** Set for a field that is only supported for existing rules; `successor` is its replacement (W1113). */
  readonly deprecated?: { readonly successor: string };
  /**
   * How a derived field is computed: `owner` is the object it belongs to (steps from the context root), and `read` reads below it. `reads`
   * lists every path below the owner that `value` may read, so that the records of a window can be fetched with only these columns. The
   * result may be unknown. Pure.
   */
  readonly derived?: {
    readonly owner: readonly string[];
    readonly reads: readonly (readonly string[])[];
    /** Whether `value` looks up data in the environment, which must be gathered before the evaluation. */
    readonly asks?: true;
    /** Whether `value` depends only on what it reads, never on the environment. */
    readonly ofData?: true;
    readonly value: (read: RawReader, environment: Environment) => Outcome;
  };
}

/** What can be named for one target, and in the records that an aggregate reads. */
export interface Schema {
  /** Returns a field or open-key member by text path, or `null` if there is no such field. */
  field(target: Target, steps: readonly string[]): FieldDeclaration | null;
  /**
   * Returns a field of a record by its text path (`amount`, `origin.countryCode`). `source` is a name from `sources`, or an
   * `elementSource`.
   */
  recordField(source: string, steps: readonly string[]): FieldDeclaration | null;
  fields(target: Target): readonly FieldDeclaration[];
  recordFields(source: string): readonly FieldDeclaration[];
  readonly sources: readonly SourceDeclaration[];
  /** Returns the name by which `recordField` knows the elements of a list of the subject. A scalar element is read as `item`. */
  elementSource(listPath: readonly string[]): string;
  /** Returns the path roots that exist for a target (`origin`, `person`), for better messages. */
  roots(target: Target): readonly string[];
}
