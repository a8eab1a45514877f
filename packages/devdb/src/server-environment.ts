const inheritedVariables = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'LD_LIBRARY_PATH'] as const;

/**
 * Returns the environment of the server's programs: what the system needs, nothing of the application's (its secrets, or `PG…` variables
 * that would change the server), and English messages, because some are recognised.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of inheritedVariables) if (process.env[name] !== undefined) env[name] = process.env[name];
  return env;
}
