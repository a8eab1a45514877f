export { type Note, noteAdded } from './note.js';
export { NoteBody, NoteAnswerDto, NoteDto, NotePageDto } from './note.dto.js';

export { findNotes, writeNote } from './note-store.js';
