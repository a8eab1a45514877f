import { fileURLToPath } from 'node:url';

/** Entry file of `tamis`. */
export const bundleFile = fileURLToPath(new URL('../dist/bundle/main.mjs', import.meta.url));

/** Lists the projects that the bundle was made from, as paths relative to the folder of the CLI. */
export const projectsFile = fileURLToPath(new URL('../dist/bundle/projects.json', import.meta.url));
