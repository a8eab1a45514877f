import type { FoundRow } from './found-row.js';
import { ListFormatError } from './list-format-error.js';
import { listLimits } from '../list-limits.js';
import { EntryDraft } from '../entry/entry-draft.js';

/** Memory of an entry in addition to its texts, in characters. */
const charactersPerDraft = 200;
const draftsPerGroup = 1_000;

/** Entries of a format that scatters each of them over its file, so that they are complete only at the end of the file. */
export class KeptDrafts {
  private readonly drafts = new Map<string, EntryDraft>();
  private characters = 0;

  constructor(private readonly file: string) {}

  find(id: string): EntryDraft | undefined {
    return this.drafts.get(id);
  }

  /** Changes the entry with this id, creating it if necessary. */
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

  /** Yields all entries in groups, in the order in which they began. */
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
