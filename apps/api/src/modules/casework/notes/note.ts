import type { AuditEntry } from '../../../platform/audit/index.js';

/** The record a note belongs to. */
export interface NoteSubject {
  readonly type: 'alert' | 'investigation';
  readonly id: string;
}

export interface NoteAuthor {
  readonly id: string;
  readonly name: string;
  readonly type: 'user' | 'api_key' | 'automation';
}

/** A note on a record; it never changes. */
export interface Note {
  readonly id: string;
  readonly body: string;
  readonly author: NoteAuthor;
  readonly createdAt: Date;
}

/** Returns the audit entry for a new note. The text itself is stored only in the note. */
export const noteAdded = ({ type, id }: NoteSubject, relatedIds: Readonly<Record<string, string>>): AuditEntry => ({
  event: 'note_added',
  resourceType: type,
  resourceId: id,
  summary: 'note added',
  relatedIds,
});
