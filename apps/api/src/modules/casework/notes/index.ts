export { type Note, noteAdded, type NoteSubject } from './note.js';
export { NoteBody } from './note.body.js';
export { NoteAnswerDto, NoteDto, NotePageDto } from './note.dto.js';
export { findNotes } from './note-store.js';
export { writeNote } from './write-note.js';
