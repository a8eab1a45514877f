import { canonicalIp, ipNumber } from '@tamis/stdx';

import { dataFile, readLines, versionOf } from '../data-files.js';
import { type AddressRanges, AddressRangesBuilder } from './address-ranges.js';

/** Values of addresses, both IPv4 and IPv6. */
export interface AddressTable {
  readonly version: string;
  readonly bytes: number;
  /** 0 if nothing is known about the address. */
  readonly find: (address: string) => number;
}

/** Reads a line `from,to,value,…` of decimal numbers. */
function readRange(line: string, toValue: (text: string) => number) {
  const [from = '', to = '', value = ''] = line.split(',', 3);
  return { from: BigInt(from), to: BigInt(to), value: toValue(value.trim()) };
}

async function loadRanges(path: string, isWide: boolean, toValue: (text: string) => number): Promise<AddressRanges> {
  const builder = new AddressRangesBuilder();
  for await (const lines of readLines(path)) for (const line of lines) builder.add(readRange(line, toValue));
  return builder.build(isWide);
}

/** Loads the data of an ip-location-db package. `toValue` converts a value to a number other than 0. */
export async function loadAddressTable(
  database: 'asn' | 'asn-country',
  toValue: (text: string) => number,
): Promise<AddressTable> {
  const name = `@ip-location-db/${database}`;
  const [version, ipv4, ipv6] = await Promise.all([
    versionOf(name),
    loadRanges(dataFile(name, `${database}-ipv4-num.csv`), false, toValue),
    loadRanges(dataFile(name, `${database}-ipv6-num.csv`), true, toValue),
  ]);
  return {
    version,
    bytes: ipv4.bytes + ipv6.bytes,
    find: (text) => {
      // An IPv4-mapped address is looked up as its IPv4 address.
      const address = canonicalIp(text);
      if (address === null) return 0;
      return (address.includes(':') ? ipv6 : ipv4).find(ipNumber(address)!);
    },
  };
}
