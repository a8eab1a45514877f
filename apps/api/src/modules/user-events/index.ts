export { UserEventsModule } from './user-events.module.js';
