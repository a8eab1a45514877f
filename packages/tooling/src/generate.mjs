// node generate.mjs writes every generated file that is not up to date node generate.mjs --check changes nothing and fails if a file is not
// up to date
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProjects } from './build-projects.mjs';
import { generatedFiles } from './generated-files.mjs';

const checkOnly = process.argv.includes('--check');
if (!process.env.TAMIS_BUILT) buildProjects(['tsconfig.build.json']);

const stale = [];
const files = generatedFiles.filter(({ comparedBy }) => !checkOnly || !comparedBy);
for (const { file, make } of files) {
  const path = fileURLToPath(new URL(`../../../${file}`, import.meta.url));
  const text = await make();
  if (text === readIfThere(path)) continue;
  stale.push(file);
  if (checkOnly) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const names = stale.map((file) => `\n  ${file}`).join('');
if (stale.length === 0) {
  console.log(`${files.length} generated files are up to date`);
} else if (checkOnly) {
  console.log(`generated files are not what their sources make: run \`npm run generate\` and commit${names}`);
  process.exitCode = 1;
} else {
  console.log(`written:${names}`);
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
