import type { CliIo } from '../cli-io.js';
import { jsonToText } from '../convert/json-to-text.js';
import { textToJson } from '../convert/text-to-json.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';

type Form = 'json' | 'text';

/** Rules as text never start like this. */
const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

export async function convert(args: readonly string[], to: Form | undefined, io: CliIo): Promise<ExitCode> {
  const inputs = await readInputs(args, io);
  let code: ExitCode = exitCodes.ok;
  const errors = { ...io, out: io.err };
  for (const input of inputs.files) {
    const target = to ?? (isJson(input.text) ? 'text' : 'json');
    if (isJson(input.text) === (target === 'json')) {
      io.err(`tamis: ${input.name} is ${target} already\n`);
      code = exitCodes.usage;
      continue;
    }
    const result = target === 'json' ? textToJson(input.text) : jsonToText(input.text);
    printFrames(result.diagnostics, input, errors);
    if (result.converted === null) code = exitCodes.findings;
    else if (typeof result.converted === 'string') io.out(result.converted);
    else printJson(result.converted, io);
    for (const note of result.notes) io.err(`tamis: ${input.name}: ${note}\n`);
  }
  printProblems(inputs, io);
  return inputs.problems.length > 0 ? exitCodes.failure : code;
}
