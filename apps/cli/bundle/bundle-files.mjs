import { fileURLToPath } from 'node:url';

/** What `tamis` starts with. */
export const bundleFile = fileURLToPath(new URL('../dist/bundle/main.mjs', import.meta.url));

/** Which projects it was made from, by paths from the folder of the command line. */
export const projectsFile = fileURLToPath(new URL('../dist/bundle/projects.json', import.meta.url));
