/** A condition that always holds, and one that never does. */
const always = '(min-width: 0px)';
const never = '(max-width: 0px)';

/** The email as somebody with that theme sees it, whichever theme this browser has. */
export const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html
    .replaceAll(/\(\s?prefers-color-scheme\s?:\s?dark\s?\)/gi, scheme === 'dark' ? always : never)
    .replaceAll(/\(\s?prefers-color-scheme\s?:\s?light\s?\)/gi, scheme === 'light' ? always : never);
