import { ApiProperty } from '@nestjs/swagger';
import { type Page, Pagination, EnumField, NameField } from '../../../platform/http/index.js';
import type { Note } from './note.js';
import { limits } from '../../../platform/limits.js';

/** `POST …/notes`. */
export class NoteBody {
  @NameField({ required: true, max: limits.noteCharacters }) body!: string;
  @EnumField(['internal'], 'NoteVisibility') visibility?: 'internal';
}

class NoteAuthorDto {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ['user', 'api_key', 'automation'], enumName: 'NoteAuthorType' }) type!:
    | 'user'
    | 'api_key'
    | 'automation';
}

export class NoteDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() body!: string;
  @ApiProperty() author!: NoteAuthorDto;
  @ApiProperty({ type: String, format: 'date-time' }) createdAt!: Date;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null: notes are never edited' })
  editedAt!: Date | null;

  static from({ id, body, author: { id: authorId, name, type }, createdAt }: Note): NoteDto {
    return { id, body, author: { id: authorId, name, type }, createdAt, editedAt: null };
  }
}

export class NoteAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() note!: NoteDto;

  static from(note: Note): NoteAnswerDto {
    return { success: true, note: NoteDto.from(note) };
  }
}

export class NotePageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [NoteDto], description: 'Newest first' }) notes!: NoteDto[];
  @ApiProperty() pagination!: Pagination;

  static from({ rows, pagination }: Page<Note>): NotePageDto {
    return { success: true, notes: rows.map((note) => NoteDto.from(note)), pagination };
  }
}
