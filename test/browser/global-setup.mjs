import { bundle } from '../../packages/tooling/src/bundle.mjs';
import startServer from '../e2e/global-setup.mjs';

/** As tests of the API begin, with the pages built. */
export default async function globalSetup() {
  bundle('apps/console/build.mjs');
  bundle('apps/kyc-page/build.mjs');
  bundle('apps/docs/build.mjs');
  await startServer();
}
