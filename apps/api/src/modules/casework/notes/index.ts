export { type Note, noteAdded, type NoteSubject } from './domain/note.js';
export { NoteBody } from './dto/note.body.js';
export { NoteAnswerDto, NoteDto, NotePageDto } from './dto/note.dto.js';
export { findNotes } from './persistence/note-store.js';
export { writeNote } from './use-cases/write-note.js';
