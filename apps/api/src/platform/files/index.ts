export { FilesModule } from './files.module.js';
export { ReadFiles } from './read-files.js';
