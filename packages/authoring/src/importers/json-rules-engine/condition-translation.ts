import type { FieldNames } from '../field-names.js';
import type { JsonObject } from '../json-object.js';
import { describeValue } from '../literal-text.js';
import type { RuleWriter } from '../rule-writer.js';
import { Translation } from '../translation.js';

/** Translates the parts of one rule, with the conditions that it can name. */
export class ConditionTranslation extends Translation {
  private readonly open = new Set<string>();

  constructor(
    names: FieldNames,
    writer: RuleWriter,
    private readonly conditions: JsonObject,
  ) {
    super(names, writer);
  }

  /** Translates a condition at the position where it is named. Refuses an unknown name, and one that refers back to itself. */
  shared(name: unknown, at: string, translate: (condition: unknown) => string | null): string | null {
    if (typeof name !== 'string' || !Object.hasOwn(this.conditions, name) || this.open.has(name))
      return this.refuse(`${at}.condition`, `the shared condition ${describeValue(name)}`);
    this.open.add(name);
    const text = translate(this.conditions[name]);
    this.open.delete(name);
    return text;
  }
}
