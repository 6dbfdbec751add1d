import type { ShowIf } from '@waggle/contracts/email-document';
import { escapeHtml } from '../escape-html.ts';

/** The grammar of tags has no escapes: a text with both quotes keeps one kind. */
function quoted(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '”')}"` : `'${text}'`;
}

export type Medium = 'html' | 'text';

/** HTML is read with its entities decoded once, so they are written encoded. */
const inMedium = (tag: string, medium: Medium): string =>
  medium === 'text' ? tag : tag.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What is filled in for each reader. */
export const fieldTag = (field: string, fallback: string, medium: Medium): string =>
  inMedium(fallback === '' ? `{{ ${field} }}` : `{{ ${field} | default: ${quoted(fallback)} }}`, medium);

type Ends = [open: string, close: string];

/** What surrounds a block that only some see. */
export function conditionTags(showIf: ShowIf, medium: Medium): Ends {
  if (showIf.kind === 'tag') return block(showIf.has, `tags contains "${showIf.tagId}"`);
  const { field, op, value } = showIf;
  if (op === 'isSet' || op === 'isNotSet') return block(op === 'isSet', field);
  const [sign, joint] = op === 'is' ? ['==', 'or'] : ['!=', 'and'];
  const test = forms(value)
    .map((form) => `${field} ${sign} ${form}`)
    .join(` ${joint} `);
  return block(true, inMedium(test, medium));
}

const block = (isIf: boolean, test: string): Ends =>
  isIf ? [`{% if ${test} %}`, '{% endif %}'] : [`{% unless ${test} %}`, '{% endunless %}'];

/** A custom field may hold a number or a yes and no, which equal no text. */
function forms(value: string): string[] {
  const isBare = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) || value === 'true' || value === 'false';
  return isBare ? [quoted(value), value] : [quoted(value)];
}

/** Words of a person, in which a brace must not begin a tag. */
export const literalHtml = (text: string): string => escapeHtml(text).replaceAll('{', '&#123;');
