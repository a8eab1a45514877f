import type { FieldNames } from '../field-names.js';
import type { JsonObject } from '../json-object.js';
import { describeValue } from '../literal-text.js';
import type { RuleWriter } from '../rule-writer.js';
import { Translation } from '../translation.js';

/** The parts of one rule, with the conditions that it may name. */
export class ConditionTranslation extends Translation {
  private readonly open = new Set<string>();

  constructor(
    names: FieldNames,
    writer: RuleWriter,
    private readonly conditions: JsonObject,
  ) {
    super(names, writer);
  }

  /** A condition in the place where it is named. Refused: a name that is not there, or that leads back to itself. */
  shared(name: unknown, at: string, translate: (condition: unknown) => string | null): string | null {
    if (typeof name !== 'string' || !Object.hasOwn(this.conditions, name) || this.open.has(name))
      return this.refuse(`${at}.condition`, `the shared condition ${describeValue(name)}`);
    this.open.add(name);
    const text = translate(this.conditions[name]);
    this.open.delete(name);
    return text;
  }
}
