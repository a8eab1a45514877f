import { StreamableFile } from '@nestjs/common';
import { csvText } from '@tamis/stdx';

/** An answer that is kept as a file. */
export const attachment = (name: string, text: string, type: string): StreamableFile =>
  new StreamableFile(Buffer.from(text), { type, disposition: `attachment; filename="${name}"` });

export const csvAttachment = (
  name: string,
  heading: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): StreamableFile => attachment(`${name}.csv`, csvText(heading, rows), 'text/csv; charset=utf-8');
