import { limits } from '@tamis/lang';
import type { FieldNames, FieldKind, SourceField } from './field-names.js';
import type { RuleWriter } from './rule-writer.js';

/** The maximum number of characters of all parts of a rule, where each part is counted in every part that contains it. */
const mostCharacters = 1_000_000;

const tooLarge = `larger than a rule can be (${limits.leavesPerRule} comparisons, ${limits.nodesPerRule} nodes)`;

/** Tracks how much of one rule was read, and collects notes for its readers. */
export class RuleDraft {
  /** These become comments. */
  readonly notes = new Set<string>();
  private depth = 0;
  private parts = 0;
  private characters = 0;
  private isSpent = false;

  /** Translates a part within the limits of a rule: a larger one is refused once, before it uses much time or stack. */
  part(translate: () => string | null, refuse: (reason: string) => null): string | null {
    if (this.isSpent) return null;
    this.parts += 1;
    if (this.depth >= limits.depth) return this.spend(refuse, `nested more than ${limits.depth} levels deep`);
    if (this.parts > limits.nodesPerRule) return this.spend(refuse, tooLarge);
    this.depth += 1;
    const translated = translate();
    this.depth -= 1;
    this.characters += translated?.length ?? 0;
    return this.characters > mostCharacters && translated !== null ? this.spend(refuse, tooLarge) : translated;
  }

  private spend(refuse: (reason: string) => null, excess: string): null {
    this.isSpent = true;
    return refuse(`with the names it uses expanded, this is ${excess}`);
  }
}

/** The context in which the parts of one rule are translated. */
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

  /** Returns a field for a comparison with values of a kind; `null` if it was refused. */
  beside(field: SourceField, at: string, kind: FieldKind, values: readonly unknown[] = []): string | null {
    const written = this.names.beside(field, kind, values);
    return 'text' in written ? written.text : this.refuse(at, written.problem);
  }

  /** Returns a field for a comparison with another one; `null` if it was refused. */
  besideField(field: SourceField, at: string): string | null {
    const written = this.names.besideField(field);
    return 'text' in written ? written.text : this.refuse(at, written.problem);
  }
}
