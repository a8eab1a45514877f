import { homedir } from 'node:os';
import path from 'node:path';

/** Source of the information. A parameter, so that every platform's rule can be tested on any platform. */
export interface CacheDirSource {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

/**
 * Returns the current user's directory for data of `app` that can be recreated: `$XDG_CACHE_HOME` or `~/.cache` on Linux,
 * `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows. The directory is not created.
 */
export function defaultCacheDir(
  app: string,
  source: CacheDirSource = { platform: process.platform, env: process.env, home: homedir() },
): string {
  const { platform, env, home } = source;
  if (platform === 'win32') {
    return path.win32.join(env['LOCALAPPDATA'] || path.win32.join(home, 'AppData', 'Local'), app, 'Cache');
  }
  if (platform === 'darwin') return path.posix.join(home, 'Library', 'Caches', app);
  const xdg = env['XDG_CACHE_HOME'];
  // The XDG specification says that a relative path is invalid and to be ignored.
  const base = xdg && path.posix.isAbsolute(xdg) ? xdg : path.posix.join(home, '.cache');
  return path.posix.join(base, app);
}
