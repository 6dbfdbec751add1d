import { type CountryResponse, open } from 'maxmind';

/** Two letters, or null where nothing is known. */
export type CountryOf = (address: string) => string | null;

const nowhere: CountryOf = () => null;

/** Opens the operator's own database once; a path that cannot be read stops the start. */
export async function openCountries(path: string): Promise<CountryOf> {
  if (path === '') return nowhere;
  const reader = await open<CountryResponse>(path, { cache: { max: 10_000 } });
  return (address) => {
    try {
      const code = reader.get(address)?.country?.iso_code;
      return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null;
    } catch {
      // What the edge could not read as an address has no country.
      return null;
    }
  };
}
