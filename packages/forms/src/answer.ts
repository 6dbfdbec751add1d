import type { FormField } from '@waggle/contracts/form-definition';
import { emailPattern, manyLines, oneLine } from '@waggle/contracts/text-patterns';
import type { Answer } from './visible.ts';

export const answerErrors = ['required', 'email', 'phone', 'tooLong', 'option', 'invalid'] as const;
export type AnswerError = (typeof answerErrors)[number];

/** Characters of one answer. */
export const longestAnswer = { text: 500, textarea: 5_000, email: 254, phone: 40 } as const;

/** What browsers and people send for a ticked box. */
const ticked = new Set<unknown>([true, 'true', 'on', 'yes', '1']);
const unticked = new Set<unknown>([false, 'false', 'off', 'no', '0']);
/** Digits, and what people write between them. */
const phonePattern = /^[+\d()./ -]+$/;
const isPhone = (text: string) => phonePattern.test(text) && text.replace(/\D/g, '').length >= 3;

type Read = { answer?: Answer } | { error: AnswerError };

/** One answer as it came, as it is kept. Nothing that was not asked for passes. */
export function readAnswer(field: Pick<FormField, 'type' | 'options' | 'required'>, typed: unknown): Read {
  const read = isBox(field) ? readBox(typed) : readText(field, typed);
  // Nobody can fill in what they do not see.
  const isRequired = field.required && field.type !== 'hidden';
  return isRequired && !('error' in read) && read.answer === undefined ? { error: 'required' } : read;
}

const isBox = ({ type }: Pick<FormField, 'type'>) => type === 'checkbox' || type === 'consent';

function readBox(typed: unknown): Read {
  if (ticked.has(typed)) return { answer: true };
  return typed === undefined || typed === null || typed === '' || unticked.has(typed) ? {} : { error: 'invalid' };
}

function readText(field: Pick<FormField, 'type' | 'options'>, typed: unknown): Read {
  if (typed === undefined || typed === null) return {};
  if (typeof typed !== 'string') return { error: 'invalid' };
  // Browsers send line breaks of a form as two characters; one is what everybody counts.
  const answer = typed.replaceAll('\r\n', '\n').trim();
  if (answer === '') return {};
  const error = textError(field, answer);
  return error ? { error } : { answer };
}

function textError({ type, options }: Pick<FormField, 'type' | 'options'>, text: string): AnswerError | null {
  if (text.length > (type in longestAnswer ? longestAnswer[type as keyof typeof longestAnswer] : longestAnswer.text))
    return 'tooLong';
  if (!(type === 'textarea' ? manyLines : oneLine).test(text)) return 'invalid';
  if (type === 'email') return emailPattern.test(text) ? null : 'email';
  if (type === 'phone') return isPhone(text) ? null : 'phone';
  if (type === 'select' || type === 'radio') return options.includes(text) ? null : 'option';
  return null;
}
