import type { FieldNames } from '../field-names.js';
import type { RuleWriter } from '../rule-writer.js';
import { Translation, type RuleDraft } from '../translation.js';

type Read = (logic: unknown, at: string, translation: LogicTranslation) => string | null;

/** The readers of expressions, by the type of their result. */
export interface LogicReaders {
  readonly condition: Read;
  readonly number: Read;
}

/**
 * Translates the parts of one expression. Conditions can contain numbers and numbers can contain conditions, so that it holds the readers
 * for both.
 */
export class LogicTranslation extends Translation {
  constructor(
    names: FieldNames,
    writer: RuleWriter,
    private readonly readers: LogicReaders,
    draft?: RuleDraft,
  ) {
    super(names, writer, draft);
  }

  /** Returns the condition in parentheses; `null` if a part was refused. */
  condition(logic: unknown, at: string): string | null {
    return this.part(at, () => this.readers.condition(logic, at, this));
  }

  number(logic: unknown, at: string): string | null {
    return this.part(at, () => this.readers.number(logic, at, this));
  }

  /** Returns a translation for the same rule, in which names are fields of an element. */
  within(names: FieldNames): LogicTranslation {
    return new LogicTranslation(names, this.writer, this.readers, this.draft);
  }
}
