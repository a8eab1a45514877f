import type { ObjectEntry } from '../ast/object-entry.js';
import type { TestDeclaration } from '../ast/test-declaration.js';
import type { FieldDeclaration, Target } from '../catalogue/field.js';
import type { SemanticModel } from './semantic-model.js';

/** A test without errors. Its steps are those of `declaration`. */
export interface CheckedTest {
  readonly declaration: TestDeclaration;
  readonly title: string;
  readonly todo: boolean;
  /** Keys of the rules that run, in source order: the rule it stands in, those after `for`, else all whose target fits. */
  readonly rules: readonly string[];
  /** Of the `when` step. */
  readonly target: Target;
  /**
   * Types and resolutions of the expressions in fixtures, cases and expectations. A fixture value is a constant
   * (`meaning.constant`), `now` and arithmetic on it, a name of the test's world (`fixture`), or `missing`.
   */
  readonly meaning: SemanticModel;
  /** The field an entry of an object describes, by identity of the entry; entries below open objects and list items have none. */
  readonly fields: ReadonlyMap<ObjectEntry, FieldDeclaration>;
  /** The field `vary` sets; null without `vary`. */
  readonly varied: FieldDeclaration | null;
}
