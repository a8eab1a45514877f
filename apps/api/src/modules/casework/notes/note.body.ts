import { EnumField, NameField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

/** `POST …/notes`. */
export class NoteBody {
  @NameField({ required: true, max: limits.noteCharacters }) body!: string;
  @EnumField(['internal'], 'NoteVisibility') visibility?: 'internal';
}
