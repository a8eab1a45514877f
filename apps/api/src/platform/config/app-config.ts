import { failure, ok, type Result } from '@tamis/stdx';
import { allWatchlists } from '@tamis/watchlists';

import { Problem, type Setting, type ValuesOf } from './setting.js';
import { settings } from './settings.js';

type Values = ValuesOf<typeof settings>;

export type LogLevel = Values['log'];

/** Source of the master keys. */
export type MasterKeySource = { readonly text: string } | { readonly file: string };

interface Config extends Omit<Values, 'masterKeyText' | 'masterKeyFile' | 'databaseSessionUrl'> {
  /** URL for connections that keep the same session from beginning to end. A secret: never print it. */
  readonly databaseSessionUrl: string;
  /**
   * The keys that encrypt the keys of organizations. `null` means that no secrets can be stored, which is possible in development. A
   * secret: never print it.
   */
  readonly masterKey: MasterKeySource | null;
  /** Folders from which the files of public lists are fetched instead of from their publishers, by list. */
  readonly watchlistMirrors: Readonly<Record<string, string | null>>;
}

/** The configuration from the environment. A class, so that it is its own injection token. */
export class AppConfig extends (class {} as new () => Config) {}

/** Error message that explains how to set the missing master key. */
export const missingMasterKey =
  'TAMIS_MASTER_KEY: missing; set it to 32 random bytes in base64 (`openssl rand -base64 32`), or set TAMIS_MASTER_KEY_FILE to a file with them';

/**
 * Reads the settings. Each invalid one produces a line with the variable, its value and the accepted values. Absent or empty variables take
 * their default. Only `DATABASE_URL` has none.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Result<AppConfig, readonly string[]> {
  const problems: string[] = [];
  const entries = Object.entries<Setting<unknown>>(settings).map(([key, setting]) => {
    const value = setting.read(environment[setting.name]?.trim() ?? '');
    if (value instanceof Problem) problems.push(`${setting.name}: ${value.text}`);
    return [key, value] as const;
  });
  const { masterKeyText, masterKeyFile, ...values } = Object.fromEntries(entries) as unknown as Values;
  problems.push(...problemsBetween({ masterKeyText, masterKeyFile, ...values }));
  if (problems.length > 0) return failure(problems);
  if (lacksLicence(values)) return failure([missingLicence]);
  const masterKey = masterKeyFile ? { file: masterKeyFile } : masterKeyText ? { text: masterKeyText } : null;
  const databaseSessionUrl = values.databaseSessionUrl ?? values.databaseUrl;
  const ratesUrl = values.ratesUrl.replace(/\/*$/, '/');
  const watchlists = values.watchlists.filter((code) => code !== 'off');
  const mirrors = allWatchlists.map(
    ({ code }) => [code, (values as Partial<Record<string, unknown>>)[`watchlistUrl:${code}`] ?? null] as const,
  );
  const watchlistMirrors = Object.fromEntries(mirrors) as Config['watchlistMirrors'];
  return ok(
    Object.freeze(
      Object.assign(new AppConfig(), {
        ...values,
        databaseSessionUrl,
        ratesUrl,
        watchlists,
        watchlistMirrors,
        masterKey,
      }),
    ),
  );
}

const missingLicence =
  'WATCHLISTS: contains `opensanctions`, which requires OPENSANCTIONS_TOKEN and OPENSANCTIONS_LICENCE (`commercial` or `non-commercial`)';

type LicenceSettings = Pick<Values, 'watchlists' | 'openSanctionsToken' | 'openSanctionsLicence'>;

const lacksLicence = ({ watchlists, openSanctionsToken, openSanctionsLicence }: LicenceSettings): boolean =>
  watchlists.includes('opensanctions') && (openSanctionsToken === null || openSanctionsLicence === 'none');

/** Returns the problems of combinations of settings that are valid individually. */
function problemsBetween({
  deployment,
  masterKeyText,
  masterKeyFile,
  webhookLoopback,
  showEmails,
  egress,
  mailUrl,
  mailFrom,
  ...values
}: Values): readonly string[] {
  const isDevelopment = deployment === 'development';
  const problems: string[] = [];
  if (masterKeyText && masterKeyFile)
    problems.push('TAMIS_MASTER_KEY_FILE: cannot be combined with TAMIS_MASTER_KEY; set only one of them');
  if (!isDevelopment && !masterKeyText && !masterKeyFile) problems.push(missingMasterKey);
  for (const [name, isOn] of Object.entries({ WEBHOOK_LOOPBACK: webhookLoopback, SHOW_EMAILS: showEmails }))
    if (!isDevelopment && isOn) problems.push(`${name}: is for development alone, where DEPLOYMENT is \`development\``);
  if ((mailUrl === null) !== (mailFrom === null))
    problems.push(mailUrl === null ? 'MAIL_FROM: set without MAIL_URL' : 'MAIL_FROM: missing; required by MAIL_URL');
  if (!egress && mailUrl !== null) problems.push('MAIL_URL: cannot be combined with EGRESS=off, which sends no email');
  if (values.databaseReplicaLists && values.databaseReplicaUrl === null)
    problems.push('DATABASE_REPLICA_LISTS: is on, which requires DATABASE_REPLICA_URL');
  const { blobs, blobsAccessKey, blobsSecretKey } = values;
  if (blobs.kind === 's3' && (blobsAccessKey === null || blobsSecretKey === null))
    problems.push('BLOBS: names an object storage, which requires BLOBS_ACCESS_KEY and BLOBS_SECRET_KEY');
  return problems;
}
