export { TracingModule } from './tracing.module.js';
export { withSpan } from './with-span.js';
