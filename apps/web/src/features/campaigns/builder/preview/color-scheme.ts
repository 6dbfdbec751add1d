/** A condition that always holds, and one that never does. */
const always = '(min-width: 0px)';
const never = '(max-width: 0px)';

/** How an email is looked at: in its own colors, light or dark, or inverted by a program that asks no email. */
export type Look = 'light' | 'dark' | 'inverted';

/** Whichever theme this browser has. Inverted is the light email turned around; pictures stay as they are. */
export function inLook(html: string, look: Look): string {
  const themed = html
    .replaceAll(/\(\s?prefers-color-scheme\s?:\s?dark\s?\)/gi, look === 'dark' ? always : never)
    .replaceAll(/\(\s?prefers-color-scheme\s?:\s?light\s?\)/gi, look === 'dark' ? never : always);
  return look === 'inverted' && html !== '' ? themed + inversion : themed;
}

const turned = 'filter:invert(1) hue-rotate(180deg)!important';
/** At the end, where the head of any document would be over by now; browsers move it to where it holds. */
const inversion = `<style>html{background:#fff;${turned}}img,video,[background]{${turned}}</style>`;
