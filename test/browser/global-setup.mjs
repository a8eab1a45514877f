import { bundle } from '../../packages/tooling/src/bundle.mjs';
import startServer from '../e2e/global-setup.mjs';

/**
 * Starts like the tests of the API, with the pages built. The docs are built by their own test, because that takes as long as several other
 * tests.
 */
export default async function globalSetup() {
  bundle('apps/console/build.mjs');
  bundle('apps/kyc-page/build.mjs');
  await startServer();
}
