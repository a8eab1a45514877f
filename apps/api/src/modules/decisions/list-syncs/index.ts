export { ListSyncsModule } from './list-syncs.module.js';
