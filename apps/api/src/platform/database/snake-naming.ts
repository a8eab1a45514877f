import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** `externalId` in code is `external_id` in the database. */
export class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
