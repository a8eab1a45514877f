import type { CliIo } from '../cli-io.js';
import type { AddCommand } from '../command.js';
import { jsonToText } from '../convert/json-to-text.js';
import { textToJson } from '../convert/text-to-json.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';

type Form = 'json' | 'text';

/** Rules in text never begin so. */
const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

async function convert(args: readonly string[], to: Form | undefined, io: CliIo): Promise<ExitCode> {
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

const examples = `
Examples:
  $ tamis convert rules/kyt.rules > kyt.json    text to JSON
  $ tamis convert kyt.json > kyt.rules          JSON to text
  $ curl … | tamis convert --to text -          a rule as the server gives it

The JSON of a file is {languageVersion, declarations?, rules, tests?}: declarations and tests as text. A single rule, or a
list of rules, is read too. Comments have no place in JSON.`;

export const addConvert: AddCommand = (program, io, finish) => {
  program
    .command('convert')
    .description('rules from text to JSON and back, without loss')
    .argument('<files...>', 'files, or - for standard input')
    .option('--to <form>', 'json or text; left out: the other one')
    .addHelpText('after', examples)
    .action(async (files: string[], { to }: { to?: string }) => {
      if (to !== undefined && to !== 'json' && to !== 'text') {
        io.err(`tamis: --to takes json or text, not \`${to}\`\n`);
        finish(exitCodes.usage);
        return;
      }
      finish(await convert(files, to, io));
    });
};
