/** Words without capitals, accents and signs: 'Ouvertures, ce mois-ci?' is ouvertures ce mois ci. */
export const normal = (text: string): string[] =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
