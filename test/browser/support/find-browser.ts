import { existsSync } from 'node:fs';

/**
 * Path of Chromium as installed by Debian, preferably the version without windows, which needs half the work. Undefined if this machine has
 * none.
 */
export const browserPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  existsSync,
);

/** Skips the tests of pages if there is no browser. Where everything must be tested, they fail instead. */
export const describePages = browserPath === undefined && !process.env['CI'] ? describe.skip : describe;
