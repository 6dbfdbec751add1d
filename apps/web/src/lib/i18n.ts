import type { AllOf } from '@waggle/contracts/feature';
import { locales, type Locale } from '@waggle/contracts/fields';
import i18next, { type BackendModule, type ReadCallback } from 'i18next';
import { initReactI18next } from 'react-i18next';
import files from 'virtual:texts';
import type app from '../locales/en/app.json';
import type problems from '../locales/en/problems.json';
import type shell from '../locales/en/shell.json';
import type ui from '../locales/en/ui.json';
import type { translateFrom } from './sentence-patterns.ts';
import { stored } from './stored.ts';

/** Texts that belong to no feature. */
type SharedTexts = {
  ui: typeof ui;
  app: typeof app;
  shell: typeof shell;
  problems: typeof problems;
  /** English sentence as key; see `translateSentence`. */
  sentences: Record<string, string>;
};

/** What each feature adds, declared in its texts.ts: namespaces of its own, and keys in those of others. */
export interface FeatureTexts {}

export type Texts = SharedTexts & AllOf<FeatureTexts[keyof FeatureTexts]>;
export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Texts;
  }
}

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
    const load = files[`${language}/${namespace}`];
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
