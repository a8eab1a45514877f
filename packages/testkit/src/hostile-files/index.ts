import { hostileBooks } from './hostile-books.js';
import type { HostileFile } from './hostile-file.js';
import { hostileTexts } from './hostile-texts.js';

export type { HostileFile } from './hostile-file.js';
export { packZip, type ZipPart } from './pack-zip.js';

/** Files that do harm if they are read without limits. */
export const hostileFiles: readonly HostileFile[] = [...hostileBooks, ...hostileTexts];
