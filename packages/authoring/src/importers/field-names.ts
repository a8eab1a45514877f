import { pathNode, printExpression, readExpression } from '@tamis/lang';
import type { ImportOptions } from './imported.js';

/** What a field is compared with. Fields of rules have one type, so a name may not stand for two. */
export type FieldKind = 'number' | 'text' | 'boolean' | 'list';

const words: Readonly<Record<FieldKind, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  list: 'a list',
};

/** Fields of rules for names of a source. */
export class FieldNames {
  private readonly kinds = new Map<string, FieldKind>();

  constructor(private readonly options: ImportOptions) {}

  /** As rule text. Steps of a name that is mapped follow behind its field. */
  text(steps: readonly string[]): string {
    const { fields = {}, defaultPath: below = ['transaction', 'metadata'] } = this.options;
    const name = steps.join('.');
    const whole = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (whole !== undefined) return whole;
    const [first = '', ...rest] = steps;
    const mapped = Object.hasOwn(fields, first) ? fields[first] : undefined;
    const head = mapped === undefined ? undefined : readExpression(mapped).expression;
    const path = head?.kind === 'path' ? [...head.steps, ...rest] : [...below, ...steps];
    return printExpression(pathNode(path));
  }

  /** Why a field cannot be compared with a value of a kind; null: it can. */
  conflict(field: string, kind: FieldKind): string | null {
    const known = this.kinds.get(field);
    if (known === undefined) {
      this.kinds.set(field, kind);
      return null;
    }
    return known === kind ? null : `\`${field}\` is compared with ${words[known]} elsewhere, here with ${words[kind]}`;
  }
}
