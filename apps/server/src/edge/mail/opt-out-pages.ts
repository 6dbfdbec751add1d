import { escapeHtml } from '@waggle/email/escape-html';
import type { PageBrand } from '../brands/brands.ts';
import { type Language, renderPage } from '../layout.ts';
import type { TopicSignal } from '../../platform/inbox/event.ts';
import type { PageTopic, Reader } from '../reader/reader.ts';
import { breakChoices, breakOver, dayOf } from './breaks.ts';
import { type OptOutPage, texts, type Words } from './opt-out-texts.ts';
import { savedTopics, topicForm, topicStyle } from './topics.ts';

type Shown = {
  brand: PageBrand | null;
  /** Null for somebody nobody knows any more, and while the database is away. */
  reader: Reader | null;
  /** Null while nobody can be asked, and on pages that name none. */
  topics: readonly PageTopic[] | null;
  /** What was just said of them. */
  saved: readonly TopicSignal[] | undefined;
  /** Where the preferences of this email are. */
  preferences: string;
  /** End of a break that was just asked for, in milliseconds since 1970. */
  until: number | undefined;
  now: number;
};

type Look = '' | ' class="quiet"' | ' class="plain"';

/** A form to the page's own address: works without a script, and a link that is only looked at does nothing. */
const button = (preference: 'unsubscribe' | 'resubscribe', label: string, look: Look = ''): string =>
  `<form method="post"><button${look} name="do" value="${preference}">${label}</button></form>`;

const row = (label: string, hint: string): string => `<span>${label}<small>${hint}</small></span>`;

/** Of the reader a page says what the email's own header says, and less: the address is masked. */
export function optOutPage(language: Language, name: OptOutPage, shown: Shown): { html: string; policy: string } {
  const words = texts[language];
  const body = bodies[name]({ ...shown, language, words, who: whoIs(shown), from: fromWhom(shown) });
  const moreStyle = name === 'preferences' && hasTopics(shown) ? { moreStyle: topicStyle } : {};
  return renderPage({
    language,
    title: words.titles[name],
    brand: shown.brand,
    body,
    isForm: true,
    by: 'sent',
    ...moreStyle,
  });
}

const hasTopics = ({ topics }: Pick<Shown, 'topics'>): boolean => topics !== null && topics.length > 0;

type Page = Shown & { language: Language; words: Words; who: string | null; from: string | null };

const whoIs = ({ reader }: Shown): string | null => reader && `<b>${escapeHtml(reader.maskedAddress)}</b>`;
const fromWhom = ({ brand }: Shown): string | null => brand && escapeHtml(brand.name);

const bodies: Record<OptOutPage, (page: Page) => string> = {
  ask: (page) => {
    const { words, preferences } = page;
    return `<p>${words.leaving(page.who, page.from)}</p>${button('unsubscribe', words.unsubscribe)}${fewer(page, preferences)}`;
  },
  done: ({ words, who, from, preferences }) =>
    `<p>${words.leaving(who, from)} ${words.mistake}</p>${button('resubscribe', words.undo, ' class="quiet"')}${link(words, preferences)}`,
  final: ({ words, who, from, preferences }) => `<p>${words.leaving(who, from)}</p>${link(words, preferences)}`,
  undone: ({ words, preferences }) => `<p>${words.subscribed}</p>${link(words, preferences)}`,
  preferences: ({ language, words, who, reader, topics, now }) => {
    const pausedUntil = reader?.pausedUntil ?? null;
    const everything = button('unsubscribe', words.unsubscribeAll, ' class="plain"');
    if (topics !== null && topics.length > 0)
      return `<p>${words.choose(who)}</p>${topicForm({ topics, words, language, pausedUntil, now })}${everything}`;
    const section =
      pausedUntil === null
        ? breakChoices(words, language, now)
        : `<section><h2>${words.titles.paused}</h2><p>${words.until(dayOf(language, pausedUntil))}</p>${breakOver(words)}</section>`;
    return `<p>${words.choose(who)}</p>${section}${everything}`;
  },
  paused: ({ language, words, until = 0, preferences }) =>
    `<p>${words.paused(dayOf(language, until))}</p>${breakOver(words)}${link(words, preferences)}`,
  saved: ({ language, words, topics, saved = [], until, now, preferences }) =>
    `${savedTopics(words, topics, saved)}${until === undefined ? '' : `<p>${until > now ? words.paused(dayOf(language, until)) : words.resumed}</p>`}${link(words, preferences)}`,
  resumed: ({ words, preferences }) => `<p>${words.resumed}</p>${link(words, preferences)}`,
};

const link = (words: Words, preferences: string): string =>
  `<section><a class="row" href="${preferences}">${row(words.titles.preferences, words.choose(null))}</a></section>`;

/** What else there is for somebody who gets too much. A break that is taken already is not offered again. */
function fewer({ words, reader, language, now }: Page, preferences: string): string {
  const pause = reader?.pausedUntil
    ? ''
    : `<form method="post"><input type="hidden" name="do" value="pause"><button class="row" name="days" value="30">${row(words.days(30), words.resume(dayOf(language, now + 30 * 86_400_000)))}</button></form>`;
  return `<section><h2>${words.fewer}</h2><a class="row" href="${preferences}">${row(words.titles.preferences, words.choose(null))}</a>${pause}</section>`;
}
