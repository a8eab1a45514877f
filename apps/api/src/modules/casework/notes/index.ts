export { type Note, noteAdded, type NoteSubject } from './note.js';
export { NoteBody, NoteAnswerDto, NoteDto, NotePageDto } from './note.dto.js';

export { findNotes, writeNote } from './note-store.js';
