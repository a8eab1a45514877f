import { renderFrame, type Diagnostic } from '@tamis/lang';
import type { CliIo } from '../cli-io.js';
import type { InputFile } from '../input/read-inputs.js';
import { paintFrame } from './paint-frame.js';
import { painter } from './paint.js';

/** Diagnostics of a file, one frame each. */
export function printFrames(diagnostics: readonly Diagnostic[], { name, text }: InputFile, io: CliIo): void {
  for (const diagnostic of diagnostics) {
    const frame = renderFrame(diagnostic, { file: name, source: text });
    io.out(`${paintFrame(frame, painter(io.color))}\n\n`);
  }
}
