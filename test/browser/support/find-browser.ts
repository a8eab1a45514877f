import { existsSync } from 'node:fs';

/** Chromium as Debian installs it, without its windows where it can be: half the work. Undefined: there is none on this machine. */
export const browserPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  existsSync,
);

/** Tests of pages are left out by name where there is no browser; where everything must be tested, they fail. */
export const describePages = browserPath === undefined && !process.env['CI'] ? describe.skip : describe;
