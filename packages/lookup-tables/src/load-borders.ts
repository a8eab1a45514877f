import { dataFile, versionOf } from './data-files.js';
import type { Lookup } from './lookup.js';

/** The country of a place, `-34.6,-58.4`; territories with a code of their own have that one, as addresses have. */
export async function loadBorders(): Promise<Lookup> {
  const name = '@rapideditor/country-coder';
  const { iso1A2Code } = await import('@rapideditor/country-coder');
  const version = await versionOf(name, dataFile(name, '../package.json', name));
  return (place) => {
    const [latitude, longitude] = place.split(',').map(Number);
    const country = iso1A2Code([longitude!, latitude!], { level: 'territory' });
    return country === null ? { cause: 'not_in_data', version } : { value: country, version };
  };
}
