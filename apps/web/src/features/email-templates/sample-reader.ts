/** A condition of a style sheet that always holds, and one that never does. */
const always = '(min-width:0px)';
const never = '(max-width:0px)';

/** The email for a reader nothing is known of: each field shows its fallback, and conditions are left out. */
export const forSampleReader = (html: string): string =>
  html
    .replaceAll(/\{\{[^{}|]{1,80}\|\s{0,5}default:\s{0,5}["']([^{}]{0,300})["'] \}\}/g, '$1')
    .replaceAll(/\{\{[^{}]{1,400}\}\}/g, '')
    .replaceAll(/\{%[^{}]{1,400}%\}/g, '');

/** As somebody with that theme sees it, whichever theme this browser has. */
export const inScheme = (html: string, dark: boolean): string =>
  html.replaceAll('(prefers-color-scheme:dark)', dark ? always : never);
