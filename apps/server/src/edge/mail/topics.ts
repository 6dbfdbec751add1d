import { escapeHtml } from '@waggle/email/escape-html';
import { pauseChoices, type TopicSignal } from '../../platform/inbox/event.ts';
import type { Language } from '../layout.ts';
import type { PageTopic } from '../reader/reader.ts';
import { dayMs, dayOf } from './breaks.ts';
import type { Words } from './opt-out-texts.ts';

/** Checkboxes drawn as switches; a browser that is told to use few colors draws its own. */
export const topicStyle =
  '.topics{display:block;margin-bottom:24px;border-top:1px solid var(--line)}.topics legend{position:absolute;clip-path:inset(50%)}' +
  '.topics label,.topics label:has(:checked){justify-content:space-between;min-height:60px;padding:10px 0;border:0;border-bottom:1px solid var(--line);border-radius:0;box-shadow:none;font-weight:500}' +
  '.topics input{appearance:none;width:42px;height:24px;border:3px solid var(--edge);border-radius:12px;background:var(--edge);cursor:pointer}' +
  '.topics input:before{content:"";display:block;width:18px;height:18px;border-radius:9px;background:var(--card)}' +
  '.topics input:checked{border-color:var(--ink);background:var(--ink)}.topics input:checked:before{margin-left:18px}' +
  '@media(forced-colors:active){.topics input{appearance:auto}}.break label:first-of-type,.break label:last-of-type:nth-of-type(even){grid-column:1/-1}';

/** Bytes of all descriptions; with longer ones a page of many topics would weigh too much, and shows their names alone. */
const mostDescribed = 8_000;

type Asked = {
  topics: readonly PageTopic[];
  words: Words;
  language: Language;
  /** End of a break that is taken now. */
  pausedUntil: number | null;
  now: number;
};

/** Topics and a break in one form with one button: nothing that was ticked is lost by pressing another. */
export function topicForm(asked: Asked): string {
  const { topics, words } = asked;
  const isShort = topics.reduce((sum, { description }) => sum + Buffer.byteLength(description), 0) <= mostDescribed;
  const shown = topics.map(({ id }) => id).join('.');
  const rows = topics.map((topic) => topicRow(topic, isShort)).join('');
  return (
    `<form method="post"><input type="hidden" name="do" value="save"><input type="hidden" name="shown" value="${shown}">` +
    `<fieldset class="topics"><legend>${words.topics}</legend>${rows}</fieldset>${breakField(asked)}<button>${words.save}</button></form>`
  );
}

function topicRow({ id, name, description, optedOut }: PageTopic, isShort: boolean): string {
  const line = description && isShort ? `<small>${escapeHtml(description)}</small>` : '';
  return `<label><span>${escapeHtml(name)}${line}</span><input type="checkbox" name="topic" value="${id}"${optedOut ? '' : ' checked'}></label>`;
}

function breakField({ words, language, pausedUntil, now }: Asked): string {
  const choices =
    pausedUntil === null
      ? [
          radio('', words.noBreak, '', true),
          ...pauseChoices
            .filter((days) => days > 0)
            .map((days) => radio(`${days}`, words.someDays(days), words.through(dayOf(language, now + days * dayMs)))),
        ]
      : [radio('', words.keepBreak, words.through(dayOf(language, pausedUntil)), true), radio('0', words.endBreak, '')];
  return `<fieldset class="break"><legend>${words.break}</legend>${choices.join('')}</fieldset>`;
}

const radio = (value: string, label: string, hint: string, isChosen = false): string =>
  `<label><input type="radio" name="days" value="${value}"${isChosen ? ' checked' : ''}><span>${label}${hint && `<small>${hint}</small>`}</span></label>`;

/** What was saved, in a sentence each. Without names while nobody can be asked for them. */
export function savedTopics(words: Words, topics: readonly PageTopic[] | null, saved: readonly TopicSignal[]): string {
  const names = (out: boolean) =>
    (topics ?? []).filter(({ id }) => saved.some((said) => said.id === id && said.out === out)).map(named);
  const [wanted, unwanted] = [names(false), names(true)];
  if (wanted.length + unwanted.length === 0) return `<p>${words.saved}</p>`;
  const line = (list: readonly string[], sentence: Words['receive']) =>
    list.length > 0 ? `<p>${sentence(list.join(', '))}</p>` : '';
  return line(wanted, words.receive) + line(unwanted, words.notReceive);
}

const named = ({ name }: PageTopic): string => `<b>${escapeHtml(name)}</b>`;
