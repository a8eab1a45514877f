import { renderCodeFrame, type Diagnostic } from '@tamis/lang';
import type { CliIo } from '../cli-io.js';
import type { InputFile } from '../input/read-inputs.js';
import { painter, type Paint } from './paint.js';

/** Colours a frame that was rendered as plain text: head, gutter, marks, help. */
function paintFrame(frame: string, paint: Paint): string {
  const [head = '', ...rest] = frame.split('\n');
  const style = head.startsWith('error') ? 'red' : 'yellow';
  const painted = rest.map((line) => {
    const mark = /^(\s*│ )(\s*)([\^-]+)( .*)?$/.exec(line);
    if (mark) {
      const [, gutter = '', space = '', sign = '', message = ''] = mark;
      return `${paint('blue', gutter)}${space}${paint(sign.startsWith('^') ? style : 'blue', sign + message)}`;
    }
    const place = /^(\s*┌─ )(.*)$/.exec(line);
    if (place) return `${paint('blue', place[1] ?? '')}${place[2] ?? ''}`;
    const numbered = /^(\s*\d*│)(.*)$/.exec(line);
    if (numbered) return `${paint('blue', numbered[1] ?? '')}${numbered[2] ?? ''}`;
    return /^ {2}(help|fix):/.test(line) ? paint('green', line) : line;
  });
  return [paint('bold', paint(style, head)), ...painted].join('\n');
}

/** Prints one frame that was rendered as plain text. */
export const printFrame = (frame: string, io: CliIo): void => io.out(`${paintFrame(frame, painter(io.color))}\n\n`);

/** Prints the diagnostics of a file, one frame each. */
export function printFrames(diagnostics: readonly Diagnostic[], { name, text }: InputFile, io: CliIo): void {
  for (const diagnostic of diagnostics) printFrame(renderCodeFrame(diagnostic, { file: name, source: text }), io);
}
