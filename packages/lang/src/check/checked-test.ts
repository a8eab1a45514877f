import type { ObjectEntry } from '../ast/object-entry.js';
import type { TestDeclaration } from '../ast/test-declaration.js';
import type { FieldDeclaration, Target } from '../catalogue/field.js';
import type { SemanticModel } from './semantic-model.js';

/** A test without errors. Its steps are those of `declaration`. */
export interface CheckedTest {
  readonly declaration: TestDeclaration;
  readonly title: string;
  readonly todo: boolean;
  /**
   * Keys of the rules to evaluate, in source order: the rule that contains the test, those after `for`, otherwise all with a matching
   * target.
   */
  readonly rules: readonly string[];
  /** Target of the `when` step. */
  readonly target: Target;
  /**
   * Types and resolutions of the expressions in fixtures, cases and expectations. A fixture value is a constant (`meaning.constant`), `now`
   * and arithmetic on it, the name of an object in the test (`fixture`), or `missing`.
   */
  readonly meaning: SemanticModel;
  /** The field that an object entry describes, by identity of the entry. Entries within open objects and list items have none. */
  readonly fields: ReadonlyMap<ObjectEntry, FieldDeclaration>;
  /** The field that `vary` sets; `null` without `vary`. */
  readonly varied: FieldDeclaration | null;
}
