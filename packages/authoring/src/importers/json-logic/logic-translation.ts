import type { FieldNames } from '../field-names.js';
import type { RuleWriter } from '../rule-writer.js';
import { Translation, type RuleDraft } from '../translation.js';

type Read = (logic: unknown, at: string, translation: LogicTranslation) => string | null;

/** How expressions are read by what they come to. */
export interface LogicReaders {
  readonly condition: Read;
  readonly number: Read;
}

/** The parts of one expression. Conditions stand in numbers and numbers in conditions, so it knows how both are read. */
export class LogicTranslation extends Translation {
  constructor(
    names: FieldNames,
    writer: RuleWriter,
    private readonly readers: LogicReaders,
    draft?: RuleDraft,
  ) {
    super(names, writer, draft);
  }

  /** In parentheses; null: something in it was refused. */
  condition(logic: unknown, at: string): string | null {
    return this.part(at, () => this.readers.condition(logic, at, this));
  }

  number(logic: unknown, at: string): string | null {
    return this.part(at, () => this.readers.number(logic, at, this));
  }

  /** The same rule, where names are members of an element. */
  within(names: FieldNames): LogicTranslation {
    return new LogicTranslation(names, this.writer, this.readers, this.draft);
  }
}
