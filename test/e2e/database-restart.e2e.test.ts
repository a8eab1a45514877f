import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { listening, useLocalHome } from './local-home.js';

const { pidFile, start } = useLocalHome();

const databasePid = (): number => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0);

test('npm start restarts a killed database, and the API continues with its data', async () => {
  const started = start('--no-demo');
  const [, url = ''] = await started.printed(listening);
  const [, key = ''] = await started.printed(/production .* key (\S+)/);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ type: 'person', name: 'Kept', countryCode: 'BR', externalId: 'kept' });
  expect((await fetch(`${url}/entities`, { method: 'POST', headers, body })).status).toBe(201);
  for (const time of [1, 2]) {
    const killed = databasePid();
    process.kill(killed, 'SIGKILL');
    await started.printed(new RegExp(`PostgreSQL ended and is started again, time ${time} of 5`));
    let found = await fetch(`${url}/entities?externalId=kept`, { headers });
    while (found.status === 503) {
      await sleep(50);
      found = await fetch(`${url}/entities?externalId=kept`, { headers });
    }
    expect([found.status, await found.json()]).toMatchObject([200, { entities: [{ externalId: 'kept' }] }]);
    expect(databasePid()).not.toBe(killed);
  }
  started.process.kill('SIGTERM');
  expect(await started.exit).toBe(0);
  expect(existsSync(pidFile)).toBe(false);
}, 240_000);
