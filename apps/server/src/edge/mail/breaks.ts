import { pauseChoices } from '../../platform/inbox/event.ts';
import type { Language } from '../layout.ts';
import type { Words } from './opt-out-texts.ts';

export const dayMs = 86_400_000;

export const dayOf = (language: Language, time: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time);

/** How long a break may be, the shortest chosen. */
export function breakChoices(words: Words, language: Language, now: number): string {
  const choices = pauseChoices.filter((days) => days > 0);
  const radios = choices.map((days, at) => {
    const chosen = at === 0 ? ' checked' : '';
    const end = words.through(dayOf(language, now + days * dayMs));
    return `<label><input type="radio" name="days" value="${days}"${chosen}><span>${words.someDays(days)}<small>${end}</small></span></label>`;
  });
  return (
    `<section><form method="post"><input type="hidden" name="do" value="pause">` +
    `<fieldset><legend>${words.break}</legend>${radios.join('')}</fieldset><button>${words.pause}</button></form></section>`
  );
}

/** For somebody who takes one. */
export const breakOver = (words: Words): string =>
  `<form method="post"><input type="hidden" name="do" value="pause"><button class="quiet" name="days" value="0">${words.endBreak}</button></form>`;
