import { hostingNetworks } from './addresses/hosting-networks.js';
import { loadAddressTable } from './addresses/load-address-table.js';
import type { Lookup } from './lookup.js';

const textOf = (code: number): string => String.fromCharCode(code);

/** Converts two capital letters to a number, and back. */
const packCountry = (text: string): number => (text.charCodeAt(0) << 8) | text.charCodeAt(1);
const unpackCountry = (packed: number): string => textOf(packed >> 8) + textOf(packed & 255);

export async function loadIpCountry(): Promise<Lookup> {
  const { version, find } = await loadAddressTable('asn-country', packCountry);
  return (address) => {
    const found = find(address);
    return found === 0 ? { cause: 'not_in_data', version } : { value: unpackCountry(found), version };
  };
}

let networks: ReturnType<typeof loadAddressTable> | undefined;

/** Two functions share this table. */
const loadNetworks = (): ReturnType<typeof loadAddressTable> => (networks ??= loadAddressTable('asn', Number));

export async function loadIpAsn(): Promise<Lookup> {
  const { version, find } = await loadNetworks();
  return (address) => {
    const found = find(address);
    return found === 0 ? { cause: 'not_in_data', version } : { value: found, version };
  };
}

/** Only hosting is known. An address of a hosting provider is therefore `anonymous`; for other addresses this is unknown. */
export async function loadIpFlag(): Promise<Lookup> {
  const { version: ofNetworks, find } = await loadNetworks();
  const version = `${ofNetworks}, ${hostingNetworks.size} hosting networks`;
  return (address, flag) => {
    const isHosting = hostingNetworks.has(find(address));
    if (flag === 'hosting') return { value: isHosting, version };
    return flag === 'anonymous' && isHosting ? { value: true, version } : { cause: 'source_unavailable' };
  };
}
