import { pauseChoices } from '../../platform/inbox/event.ts';
import { formPolicy, htmlOf, type Language } from '../pages.ts';
import { type OptOutPage, texts } from './opt-out-texts.ts';

export const optOutPolicy = formPolicy;

type Look = '' | ' class="quiet"' | ' class="plain"';

/** A form to the page's own address: works without a script, and a link that is only looked at does nothing. */
const button = (wish: 'unsubscribe' | 'resubscribe', label: string, look: Look = ''): string =>
  `<form method="post"><button${look} name="do" value="${wish}">${label}</button></form>`;

type PauseButton = { days: number; label: string; look: Look };
const pauseButtons = (choices: readonly PauseButton[]): string => {
  const each = choices.map(({ days, label, look }) => `<button${look} name="days" value="${days}">${label}</button>`);
  return `<form method="post"><input type="hidden" name="do" value="pause">${each.join('')}</form>`;
};

/** Names neither the person nor the organization, nor what they chose before: whoever finds the link learns nothing. */
export function optOutPage(language: Language, name: OptOutPage, preferences: string, until = ''): string {
  const words = texts[language];
  const [title, sentence] = words[name];
  const link = (label: string) => `<p><a href="${preferences}">${label}</a></p>`;
  const part = ([title, sentence]: [string, string], rest: string) =>
    `<section><h2>${title}</h2><p>${sentence}</p>${rest}</section>`;
  const end = (look: Look) => ({ days: 0, label: words.endBreak, look });
  const breaks = pauseChoices
    .filter((days) => days > 0)
    .map((days) => ({ days, label: words.days(days), look: '' as const }));
  const rest: Record<OptOutPage, () => string> = {
    ask: () => button('unsubscribe', words.unsubscribe) + link(words.rather),
    done: () => button('resubscribe', words.undo, ' class="quiet"') + link(words.settings),
    final: () => link(words.settings),
    undone: () => link(words.settings),
    preferences: () =>
      part(words.break, pauseButtons([...breaks, end(' class="plain"')])) +
      part(words.leave, button('unsubscribe', words.unsubscribeAll, ' class="quiet"')),
    paused: () => pauseButtons([end(' class="quiet"')]) + link(words.settings),
    resumed: () => link(words.settings),
  };
  return htmlOf(language, title, `<p>${sentence.replace('{date}', until)}</p>${rest[name]()}`);
}
