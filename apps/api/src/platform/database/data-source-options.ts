import pg from 'pg';
import { type DataSourceOptions, DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';
import { type AddressTraits, directAddress } from './address-traits.js';
import { migrations } from './migrations/index.js';
import { type SessionRole, sessionOptions } from './session-options.js';
import { SteadyClient, UnpreparedClient } from './steady-client.js';

/** Maps `externalId` in code to `external_id` in the database. */
class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

const jsonOid: number = pg.types.builtins.JSON;

type Parser = (text: string) => unknown;

/** Number of connections kept open while idle: a new one has to plan each statement again, which adds up to 20 ms to a payment. */
const minConnections = 4;

/**
 * `json` columns contain a caller's JSON verbatim (values, key order, spelling of numbers), so they are read as text without parsing.
 * `jsonb` columns are read as values.
 */
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parser =>
    oid === jsonOid ? (text) => text : (pg.types.getTypeParser(oid, format) as Parser),
};

/** Returns the settings shared by all connection pools of the API. */
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
      // Network devices in between would drop a connection on which nothing is sent.
      keepAlive: true,
      // Sends statements without waiting for the responses to those before them.
      pipeline: true,
      ...(takesOptions && { options }),
    },
  };
}
