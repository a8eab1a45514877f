import { type Queryable, SqlConditions, type Transaction, newId } from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import type { Note, NoteSubject } from './note.js';
import type { Principal } from '../../../platform/auth/index.js';

async function insertNote(
  client: Transaction,
  organizationId: string,
  { type, id }: NoteSubject,
  note: Note,
): Promise<void> {
  await client.query({
    name: 'note-insert',
    text: `insert into notes (organization_id, id, about_type, about_id, body, author, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [organizationId, note.id, type, id, note.body, JSON.stringify(note.author), note.createdAt],
  });
}

/** Finds notes, newest first. */
export function findNotes(
  client: Queryable,
  organizationId: string,
  { type, id }: NoteSubject,
  query: PageQuery,
): Promise<Page<Note>> {
  return selectPage<Note>(client, {
    list: `notes of ${type} ${id}`,
    columns: 'id, body, author, created_at as "createdAt"',
    from: 'notes',
    conditions: new SqlConditions(organizationId).add('about_type = ?', type).add('about_id = ?', id),
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });
}

/** Writes a note inside the caller's transaction, which must have verified that its subject exists. */
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
