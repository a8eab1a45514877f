import type { FoundRow } from './found-row.js';
import { ListFormatError } from './list-format-error.js';
import { listLimits } from '../list-limits.js';
import { EntryDraft } from '../entry/entry-draft.js';

/** What an entry takes besides its texts. */
const charactersPerDraft = 200;
const draftsPerGroup = 1_000;

/** Entries of a format that scatters each of them over its file: they are complete at its end. */
export class KeptDrafts {
  private readonly drafts = new Map<string, EntryDraft>();
  private characters = 0;

  constructor(private readonly file: string) {}

  find(id: string): EntryDraft | undefined {
    return this.drafts.get(id);
  }

  /** Changes the entry of this id, a new one where there is none yet. */
  change(id: string, change: (draft: EntryDraft) => void): void {
    let draft = this.drafts.get(id);
    if (!draft) {
      draft = new EntryDraft(id);
      this.drafts.set(id, draft);
      this.characters += charactersPerDraft;
    }
    const before = draft.characters;
    change(draft);
    this.characters += draft.characters - before;
    if (this.characters > listLimits.keptCharacters)
      throw new ListFormatError(
        this.file,
        `has more than ${listLimits.keptCharacters} characters of entries that are not complete`,
      );
  }

  /** All of them in groups, in the order in which they began. */
  *rows(): Generator<readonly FoundRow[]> {
    let group: FoundRow[] = [];
    for (const [id, draft] of this.drafts) {
      group.push({ kind: 'draft', draft, at: `entry ${id}` });
      if (group.length < draftsPerGroup) continue;
      yield group;
      group = [];
    }
    yield group;
  }
}
