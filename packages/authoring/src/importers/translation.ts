import { limits } from '@tamis/lang';
import type { FieldNames, FieldKind, SourceField } from './field-names.js';
import type { RuleWriter } from './rule-writer.js';

/** Characters of all parts of a rule together, each counted in every part that it stands in. */
const mostCharacters = 1_000_000;

const tooLarge = `larger than a rule may be (${limits.leavesPerRule} comparisons, ${limits.nodesPerRule} parts)`;

/** How much of one rule was read, and what a reader of it should know. */
export class RuleDraft {
  /** Become comments. */
  readonly notes = new Set<string>();
  private depth = 0;
  private parts = 0;
  private characters = 0;
  private isSpent = false;

  /** A part within the bounds of a rule: what is larger is refused once, long before it costs time or the stack. */
  part(translate: () => string | null, refuse: (reason: string) => null): string | null {
    if (this.isSpent) return null;
    this.parts += 1;
    if (this.depth >= limits.depth) return this.spend(refuse, `nested deeper than ${limits.depth} levels`);
    if (this.parts > limits.nodesPerRule) return this.spend(refuse, tooLarge);
    this.depth += 1;
    const translated = translate();
    this.depth -= 1;
    this.characters += translated?.length ?? 0;
    return this.characters > mostCharacters && translated !== null ? this.spend(refuse, tooLarge) : translated;
  }

  private spend(refuse: (reason: string) => null, excess: string): null {
    this.isSpent = true;
    return refuse(`with what it names written out, this is ${excess}`);
  }
}

/** What the parts of one rule are translated with. */
export class Translation {
  constructor(
    readonly names: FieldNames,
    readonly writer: RuleWriter,
    readonly draft = new RuleDraft(),
  ) {}

  refuse(at: string, reason: string): null {
    return this.writer.refuse(at, reason);
  }

  note(text: string): void {
    this.draft.notes.add(text);
  }

  part(at: string, translate: () => string | null): string | null {
    return this.draft.part(translate, (reason) => this.refuse(at, reason));
  }

  /** A field beside values of a kind; null: it was refused. */
  beside(field: SourceField, at: string, kind: FieldKind, values: readonly unknown[] = []): string | null {
    const written = this.names.beside(field, kind, values);
    return 'text' in written ? written.text : this.refuse(at, written.problem);
  }

  /** A field beside another one; null: it was refused. */
  besideField(field: SourceField, at: string): string | null {
    const written = this.names.besideField(field);
    return 'text' in written ? written.text : this.refuse(at, written.problem);
  }
}
