import { endShared } from '../../packages/tooling/src/jest/end-with-process.cjs';
import { stopServer } from './global-setup.mjs';

export default async function globalTeardown() {
  // Test files that ran in this process have shared the resources that are released here.
  await endShared();
  await stopServer();
}
