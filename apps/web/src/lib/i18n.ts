import { locales, type Locale } from '@waggle/contracts/fields';
import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type accounts from '../locales/en/accounts.json';
import type audit from '../locales/en/audit.json';
import type app from '../locales/en/app.json';
import type contacts from '../locales/en/contacts.json';
import type contactsImport from '../locales/en/contacts-import.json';
import type dashboard from '../locales/en/dashboard.json';
import type joining from '../locales/en/joining.json';
import type legal from '../locales/en/legal.json';
import type links from '../locales/en/links.json';
import type problems from '../locales/en/problems.json';
import type segments from '../locales/en/segments.json';
import type sending from '../locales/en/sending.json';
import type settings from '../locales/en/settings.json';
import type shell from '../locales/en/shell.json';
import type ui from '../locales/en/ui.json';
import type { translateFrom } from './sentence-patterns.ts';
import { stored } from './stored.ts';

/** One file per language and namespace, fetched when a screen first needs it. */
type Texts = {
  ui: typeof ui;
  app: typeof app;
  accounts: typeof accounts;
  audit: typeof audit;
  contacts: typeof contacts;
  'contacts-import': typeof contactsImport;
  dashboard: typeof dashboard;
  joining: typeof joining;
  segments: typeof segments;
  sending: typeof sending;
  settings: typeof settings;
  shell: typeof shell;
  legal: typeof legal;
  links: typeof links;
  problems: typeof problems;
  /** English sentence as key; see `translateSentence`. */
  sentences: Record<string, string>;
};
export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Texts;
  }
}

const files = import.meta.glob<{ default: Record<string, unknown> }>('../locales/*/*.json');

/** What the parts, the contracts and the server say is English already; its files are for the translators. */
const inCode = ['ui', 'problems', 'sentences'];

/** Comes with the first sentences: whoever reads English never needs it, and sign-in is the lighter for it. */
let translate: typeof translateFrom | undefined;
async function loadPatterns(): Promise<void> {
  translate = (await import('./sentence-patterns.ts')).translateFrom;
}

const localeFiles: BackendModule = {
  type: 'backend',
  init() {},
  read(language: string, namespace: string, done: ReadCallback) {
    if (language === 'en' && inCode.includes(namespace)) return done(null, {});
    const load = files[`../locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`No texts for ${language}/${namespace}`), null);
    Promise.all([load(), namespace === 'sentences' ? loadPatterns() : undefined]).then(
      ([file]) => done(null, file.default),
      (error: Error) => done(error, null),
    );
  },
};

export const i18n = i18next;

export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: firstLocale(),
      supportedLngs: locales,
      fallbackLng: false,
      ns: ['ui', 'app', 'problems', 'sentences'],
      defaultNS: 'app',
      interpolation: { escapeValue: false },
    });
}

/** Before anybody is signed in: the last choice on this device, else the browser's wish. */
function firstLocale(): Locale {
  const wishes = [stored.read('locale'), ...navigator.languages].filter((wish) => wish !== undefined);
  for (const wish of wishes) {
    const locale = asLocale(wish.slice(0, 2).toLowerCase());
    if (locale) return locale;
  }
  return 'en';
}

const asLocale = (language: string | undefined): Locale | undefined => locales.find((locale) => locale === language);

export const currentLocale = (): Locale => asLocale(i18next.language) ?? 'en';

export async function changeLocale(locale: Locale): Promise<void> {
  stored.write('locale', locale);
  if (locale !== i18next.language) await i18next.changeLanguage(locale);
}

export const loadTexts = (...namespaces: Namespace[]): Promise<void> => i18next.loadNamespaces(namespaces);

/** Messages of the contracts and of the server arrive in English; an unknown one is shown as it came. */
export function translateSentence(sentence: string): string {
  const texts = i18next.getResourceBundle(i18next.language, 'sentences') as Record<string, string> | undefined;
  return texts && translate ? translate(texts, sentence, currentLocale()) : sentence;
}
