/** The name of a zone as people read it: America / New York. */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ');
