import type { Principal } from '../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../platform/database/index.js';
import type { Note, NoteSubject } from './note.js';
import { insertNote } from './note-store.js';

/** Writes a note inside the caller's transaction, which has made sure that its subject exists. */
export async function writeNote(
  client: Transaction,
  { organizationId, actor }: Principal,
  about: NoteSubject,
  body: string,
  now: Date,
): Promise<Note> {
  const { id, name, type } = actor;
  const note = { id: newId(now.getTime()), body, author: { id, name, type }, createdAt: now };
  await insertNote(client, organizationId, about, note);
  return note;
}
