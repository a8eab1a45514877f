import type { AuditEntry } from '../../../platform/audit/index.js';

/** The record a note is about. */
export interface NoteSubject {
  readonly type: 'alert' | 'investigation';
  readonly id: string;
}

export interface NoteAuthor {
  readonly id: string;
  readonly name: string;
  readonly type: 'user' | 'api_key' | 'automation';
}

/** What somebody wrote about a record; it never changes. */
export interface Note {
  readonly id: string;
  readonly body: string;
  readonly author: NoteAuthor;
  readonly createdAt: Date;
}

/** That a note was written; what it says stands in the note alone. */
export const noteAdded = ({ type, id }: NoteSubject, relatedIds: Readonly<Record<string, string>>): AuditEntry => ({
  event: 'note_added',
  resourceType: type,
  resourceId: id,
  summary: 'note added',
  relatedIds,
});
