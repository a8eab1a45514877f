import { joinEntitySql } from '../../../../platform/database/index.js';

/** The column list of a query that reads a `Device`; `metadata` is read as text. */
export const deviceColumns = `d.id, d.device_id as "deviceId", d.external_id as "externalId", d.entity_id as "entityId",
  e.external_id as "entityExternalId", e.tax_id as "entityTaxId", d.device_name as "deviceName", d.platform, d.manufacturer, d.model,
  d.brand, d.os_name as "osName", d.os_version as "osVersion", d.browser, d.browser_version as "browserVersion", d.latitude,
  d.longitude, d.city, d.region, d.country, d.country_code as "countryCode", d.ip_address as "ipAddress",
  d.is_emulator as "isEmulator", d.is_rooted as "isRooted", d.is_blocked as "isBlocked", d.is_trusted as "isTrusted", d.metadata,
  d.first_seen_at as "firstSeenAt", d.last_seen_at as "lastSeenAt", d.created_at as "createdAt", d.updated_at as "updatedAt"`;

/** The tables of a query that reads a `Device`. */
export const deviceTables = `devices d ${joinEntitySql('e', 'd', 'd.entity_id')}`;
