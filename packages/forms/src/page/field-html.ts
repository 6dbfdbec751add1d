import type { FormField } from '@waggle/contracts/form-definition';
import { escapeHtml } from '@waggle/email/escape-html';
import { longestAnswer } from '../answer.ts';
import type { PageWords } from './texts.ts';

export type FieldState = {
  /** As it was typed. */
  value: string;
  /** A sentence. */
  error: string | undefined;
  words: PageWords;
};

/** How browsers fill a field in by themselves, by what it fills of a contact. */
const autocompletes = { email: 'email', phone: 'tel' } as const;
const inputTypes: Partial<Record<FormField['type'], string>> = { email: 'email', phone: 'tel' };

/** A field as HTML that needs no script. Nothing a person wrote is in it unescaped. */
export function fieldHtml(field: FormField, state: FieldState): string {
  if (field.type === 'hidden') return hiddenHtml(field.id, state.value);
  return `<div class="field${field.half ? ' half' : ''}" data-field="${field.id}">${controls[field.type](field, state)}${errorHtml(field, state)}</div>`;
}

export const hiddenHtml = (name: string, value: string): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

type Control = (field: FormField, state: FieldState) => string;

const text: Control = (field, { value, error }) => {
  const most = longestAnswer[field.type as keyof typeof longestAnswer];
  const fill = field.type in autocompletes ? autocompletes[field.type as keyof typeof autocompletes] : undefined;
  return (
    labelHtml(field) +
    `<input ${common(field, error)} type="${inputTypes[field.type] ?? 'text'}" maxlength="${most}" value="${escapeHtml(value)}"` +
    `${placeholder(field)}${fill ? ` autocomplete="${fill}"` : ''}>${helpHtml(field)}`
  );
};

const textarea: Control = (field, { value, error }) =>
  // The first line break after the tag is dropped by browsers.
  `${labelHtml(field)}<textarea ${common(field, error)} maxlength="${longestAnswer.textarea}"${placeholder(field)}>\n${escapeHtml(value)}</textarea>${helpHtml(field)}`;

const select: Control = (field, { value, error, words }) => {
  const option = (text: string) =>
    `<option${text === value ? ' selected' : ''} value="${escapeHtml(text)}">${escapeHtml(text)}</option>`;
  const none = `<option value="">${escapeHtml(field.placeholder || words.choose)}</option>`;
  return `${labelHtml(field)}<select ${common(field, error)}${field.required ? ' required' : ''}>${none}${field.options.map(option).join('')}</select>${helpHtml(field)}`;
};

const radio: Control = (field, { value, error }) => {
  const choice = (text: string, at: number) =>
    `<label class="choice"><input type="radio" id="${field.id}${at === 0 ? '' : `-${at}`}" name="${field.id}" value="${escapeHtml(text)}"` +
    `${text === value ? ' checked' : ''}${field.required ? ' required' : ''}>${escapeHtml(text)}</label>`;
  return (
    `<fieldset${described(field, error)}><legend>${escapeHtml(field.label)}${mark(field)}</legend>` +
    `<div class="choices">${field.options.map(choice).join('')}</div>${helpHtml(field)}</fieldset>`
  );
};

const checkbox: Control = (field, { value, error }) =>
  `<label class="box"><input ${common(field, error)} type="checkbox" value="true"${value === 'true' ? ' checked' : ''}>` +
  `<span>${escapeHtml(field.label)}${mark(field)}</span></label>${helpHtml(field)}`;

const controls: Record<Exclude<FormField['type'], 'hidden'>, Control> = {
  text,
  email: text,
  phone: text,
  textarea,
  select,
  radio,
  checkbox,
  consent: (field, state) => `<div class="consent">${checkbox(field, state)}</div>`,
};

const mark = ({ required }: FormField) => (required ? ' <span class="mark" aria-hidden="true">*</span>' : '');
const labelHtml = (field: FormField) => `<label for="${field.id}">${escapeHtml(field.label)}${mark(field)}</label>`;
const placeholder = (field: FormField) =>
  field.placeholder === '' ? '' : ` placeholder="${escapeHtml(field.placeholder)}"`;
const helpHtml = ({ id, help }: FormField) =>
  help === '' ? '' : `<p class="help" id="${id}-help">${escapeHtml(help)}</p>`;
export const errorHtml = ({ id }: Pick<FormField, 'id'>, { error }: Pick<FieldState, 'error'>) =>
  error === undefined ? '' : `<p class="error" id="${id}-error">${escapeHtml(error)}</p>`;

const described = ({ id, help }: FormField, error: string | undefined): string => {
  const ids = [...(error === undefined ? [] : [`${id}-error`]), ...(help === '' ? [] : [`${id}-help`])];
  return ids.length === 0 ? '' : ` aria-describedby="${ids.join(' ')}"`;
};
const common = (field: FormField, error: string | undefined): string =>
  `id="${field.id}" name="${field.id}"${field.required ? ' aria-required="true"' : ''}${error === undefined ? '' : ' aria-invalid="true"'}${described(field, error)}`;
