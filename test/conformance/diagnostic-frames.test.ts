import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkFiles, readRules, renderCodeFrame } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

const folder = path.resolve(__dirname, '../../rules-fixtures/diagnostics');

/** Further examples of codes: `E0302-quoted.rules`. The first example of a code is covered by the test of its page. */
const further = readdirSync(folder).filter((name) => /^[EW]\d{4}-.*\.rules$/.test(name));

test.each(further)('%s is explained exactly as in the text file next to it', (file) => {
  const source = readFileSync(path.join(folder, file), 'utf8');
  const read = readRules(source);
  const checked = checkFiles([{ name: file, file: read.file, source }], { catalogue: libraryCatalogue });
  // The remains of a rule that could not be parsed give no new information.
  const diagnostics = read.diagnostics.length > 0 ? read.diagnostics : (checked.diagnostics.get(file) ?? []);
  const frames = diagnostics.map((each) => `${renderCodeFrame(each, { file, source })}\n`).join('\n');
  expect(frames).toBe(readFileSync(path.join(folder, file.replace(/rules$/, 'txt')), 'utf8'));
});
