import type { Config } from '#platform/config.ts';

/** Milliseconds a person has to answer; a challenge lives as long. */
export const answerMs = 300_000;

/** From the configured address only: neither a Host header nor an answer of a browser decides for whom a passkey is. */
export function relyingParty({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): { id: string; origin: string; name: string } {
  const { hostname, origin } = new URL(PUBLIC_URL);
  return { id: hostname, origin, name: 'Waggle' };
}
