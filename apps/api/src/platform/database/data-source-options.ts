import pg from 'pg';
import { type DataSourceOptions, DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';
import { type AddressTraits, directAddress } from './address-traits.js';
import { migrations } from './migrations/index.js';
import { type SessionRole, sessionOptions } from './session-options.js';
import { SteadyClient, UnpreparedClient } from './steady-client.js';

/** `externalId` in code is `external_id` in the database. */
class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

const jsonOid: number = pg.types.builtins.JSON;

type Parser = (text: string) => unknown;

/** Connections that stay open while nobody uses them: a new one plans each statement again, which takes up to 20 ms of a payment's time. */
const minConnections = 4;

/**
 * `json` columns hold a caller's JSON verbatim (values, key order, spelling of numbers), so they are read as text and never
 * through a parser; `jsonb` columns are read as values.
 */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parser =>
    oid === jsonOid ? (text) => text : (pg.types.getTypeParser(oid, format) as Parser),
};

/** The settings every connection pool of the API shares. */
export function dataSourceOptions(
  url: string,
  poolSize: number,
  role: SessionRole,
  { takesOptions, keepsPrepared }: AddressTraits = directAddress,
): DataSourceOptions {
  const { connectionString, options } = sessionOptions(url, role);
  return {
    type: 'postgres',
    url: connectionString,
    poolSize,
    applicationName: 'tamis-api',
    namingStrategy: new SnakeNaming(),
    migrations: [...migrations],
    migrationsTableName: 'schema_migrations',
    extra: {
      types: columnTypes,
      Client: keepsPrepared ? SteadyClient : UnpreparedClient,
      connectionTimeoutMillis: 10_000,
      min: minConnections,
      // What stands between would forget a connection on which nothing is sent.
      keepAlive: true,
      // Statements are sent without waiting for the answers to those before them.
      pipeline: true,
      ...(takesOptions && { options }),
    },
  };
}
