import { EmailDocument } from '@waggle/contracts/email-document';
import { layouts, type Look } from './layouts.ts';
import { withIds } from './parts.ts';
import { brandTheme, type ThemeName, themeOf } from './themes.ts';
import { en, type Words } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';

type Language = 'en' | 'es' | 'fr';
const words: Record<Language, Words> = { en, es, fr };

export type BuiltInKey = keyof Words;

/** In the order of the gallery, each with the colors it was drawn in. */
const list: { key: BuiltInKey; category: string; theme: ThemeName }[] = [
  { key: 'welcome', category: 'welcome', theme: 'teal' },
  { key: 'newsletter', category: 'news', theme: 'wheat' },
  { key: 'offer', category: 'sales', theme: 'sun' },
  { key: 'event', category: 'events', theme: 'plum' },
  { key: 'launch', category: 'sales', theme: 'stone' },
  { key: 'review', category: 'follow-up', theme: 'sage' },
  { key: 'winback', category: 'follow-up', theme: 'harbor' },
  { key: 'birthday', category: 'follow-up', theme: 'rose' },
  { key: 'appointment', category: 'service', theme: 'teal' },
  { key: 'thanks', category: 'service', theme: 'wheat' },
  { key: 'survey', category: 'follow-up', theme: 'plum' },
  { key: 'letter', category: 'personal', theme: 'stone' },
];

export type BuiltIn = {
  key: BuiltInKey;
  category: string;
  name: string;
  description: string;
  subject: string;
  previewText: string;
};

export const listBuiltIn = (language: Language): BuiltIn[] =>
  list.map(({ key, category }) => {
    const { name, about, subject, preview } = words[language][key];
    return { key, category, name, description: about, subject, previewText: preview };
  });

export type BrandLook = {
  name: string;
  /** `#rrggbb`; null keeps the colors of the template. */
  accent: string | null;
  website: string;
  /** Where the pictures are served: an address without a slash at its end. */
  publicUrl: string;
};

/** The document of a built-in template, in a language and in the colors of a brand. */
export function builtInDocument(key: BuiltInKey, language: Language, brand: BrandLook): EmailDocument {
  const { name, theme } = themed(key, brand.accent);
  const { tint, line, text, accent } = theme.light;
  const look: Look = {
    theme: name,
    brand: brand.name,
    site: brand.website,
    art: (picture) => `${brand.publicUrl}/email-art/1/${name}/${picture}.png`,
    colors: { tint, line, text, accent },
  };
  const draw = layouts[key] as (words: unknown, look: Look) => ReturnType<(typeof layouts)[BuiltInKey]>;
  const { fonts, blocks } = draw(words[language][key], look);
  return EmailDocument.parse({ version: 1, language, theme: { ...theme, ...fonts }, blocks: withIds(blocks) });
}

function themed(key: BuiltInKey, accent: string | null) {
  if (accent !== null) return brandTheme(accent);
  const name = list.find((template) => template.key === key)?.theme ?? 'stone';
  return { name, theme: themeOf(name) };
}
