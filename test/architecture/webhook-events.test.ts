import { webhookEvents } from '../../apps/api/src/modules/delivery/webhooks/domain/webhook-events.js';
import { readSourceFiles } from './source-files.js';

const catalogue = 'apps/api/src/modules/delivery/webhooks/domain/webhook-events.ts';

/** Quoted strings in the sources of the server, in which events are written by name. */
const quoted = new Set(
  readSourceFiles()
    .filter(({ path }) => /^apps\/api\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts') && path !== catalogue)
    .flatMap(({ text }) => [...text.matchAll(/'([a-z_]+(?:\.[a-z_]+)*)'/g)].map(([, name = '']) => name)),
);

describe('webhook event', () => {
  test.each(webhookEvents)(
    '$name is emitted by the server according to its availability: $available',
    ({ name, available }) => {
      expect(quoted.has(name)).toBe(available);
    },
  );
});
