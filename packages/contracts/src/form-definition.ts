import { z } from 'zod';
import { idOf } from './endpoint.ts';
import { line } from './fields.ts';
import { tooLong } from './invalid-input.ts';
import { manyLines } from './text-patterns.ts';
import { maxAddressLength, publicAddress, withScheme } from './web-address.ts';

/** What one form may hold; a longer one is a mistake or an attack. */
export const formLimits = { fields: 100, options: 100, pages: 20, conditions: 10, tags: 20, origins: 20 } as const;

export const formFieldTypes = [
  'text',
  'email',
  'phone',
  'textarea',
  'select',
  'checkbox',
  'radio',
  'hidden',
  'consent',
] as const;
export type FormFieldType = (typeof formFieldTypes)[number];

/** `field_` and the time it was made, so that answers of years ago still find their field. */
const fieldId = z.string().regex(/^field_\d{1,20}$/, 'Invalid field');
const pageId = z.string().regex(/^page_\d{1,20}$/, 'Invalid page');
/** Text of several lines. */
const lines = (most: number) =>
  z
    .string()
    .max(most, { error: tooLong(most), abort: true })
    .regex(manyLines, "This value isn't valid");

export const conditionOperators = ['is', 'isNot', 'contains', 'isAnswered', 'isNotAnswered'] as const;
/** When a field is shown, by what was answered before it. A checkbox that is ticked is answered. */
export const VisibleWhen = z.strictObject({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(
      z.strictObject({
        fieldId,
        op: z.enum(conditionOperators),
        /** Not looked at by isAnswered and isNotAnswered. */
        value: line(200).default(''),
      }),
    )
    .min(1)
    .max(formLimits.conditions),
});
export type VisibleWhen = z.infer<typeof VisibleWhen>;

/** `auto` goes by type and label: whoever labels a field 'Your email' need not map it. A custom field by its key. */
const fills = z
  .string()
  .regex(/^(?:auto|none|email|firstName|lastName|phone|company|custom\.[a-z][a-z0-9_]{0,39})$/, 'Invalid field');

export const FormField = z.strictObject({
  id: fieldId,
  type: z.enum(formFieldTypes),
  /** Of a consent, the sentence people agree to. */
  label: line(300).default(''),
  placeholder: line(200).default(''),
  /** Small print under it. Of a consent, part of what people agree to. */
  help: line(500).default(''),
  required: z.boolean().default(false),
  /** Of `select` and `radio`. */
  options: z.array(line(200)).max(formLimits.options).default([]),
  fills: fills.default('auto'),
  /** Half as wide as the form, so that two stand side by side. */
  half: z.boolean().default(false),
  visibleWhen: VisibleWhen.nullable().default(null),
  /** Given to whoever answers it. */
  tagIds: z.array(idOf('tag')).max(formLimits.tags).default([]),
  /** Of `hidden`: the parameter of the page's address it takes its value from, and the value where there is none. */
  parameter: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{0,60}$/, "This value isn't valid")
    .default(''),
  value: line(200).default(''),
});
export type FormField = z.infer<typeof FormField>;

const FormPage = z.strictObject({
  id: pageId,
  title: line(200).default(''),
  fieldIds: z.array(fieldId).max(formLimits.fields),
});
export type FormPage = z.infer<typeof FormPage>;

const redirectUrl = z
  .string()
  .trim()
  .max(maxAddressLength, 'Enter a valid URL')
  .transform((text, issues) => {
    const address = text === '' ? '' : publicAddress(withScheme(text));
    if (address !== null) return address;
    issues.addIssue({ code: 'custom', message: 'Enter a valid URL' });
    return z.NEVER;
  });

export const defaultSubmitText = 'Submit';
export const defaultThankYouMessage = 'Thank you for your submission!';

/** Members of the team a form may tell of what is sent. */
export const mostNotified = 20;

/** An email to whoever filled it in, in plain words with the merge fields of campaigns. */
const AnswerEmail = z.strictObject({
  isOn: z.boolean().default(false),
  subject: line(200).default(''),
  text: lines(5_000).default(''),
});

export const FormSettings = z.strictObject({
  title: line(200).default(''),
  description: lines(2_000).default(''),
  submitText: line(60).default(defaultSubmitText),
  thankYouMessage: lines(2_000).default(defaultThankYouMessage),
  /** Where people are sent two seconds after; empty for nowhere. */
  redirectUrl: redirectUrl.default(''),
  /** Against spam; the rest of it is always on. */
  protection: z
    .strictObject({
      /** Browsers, and programs that call, solve a small riddle before they send. */
      proofOfWork: z.boolean().default(true),
    })
    .default({ proofOfWork: true }),
  /** Asks people by email to confirm, and until they do nobody writes to them. */
  doubleOptIn: z.boolean().default(false),
  /** Who of the team gets an email of what is sent. */
  notify: z.array(idOf('member')).max(mostNotified).default([]),
  answerEmail: AnswerEmail.default({ isOn: false, subject: '', text: '' }),
});
export type FormSettings = z.infer<typeof FormSettings>;

/** `https://shop.example`, without a path; http only where a site has nothing else. */
const origin = z
  .string()
  .trim()
  .max(300)
  .transform((text, issues) => {
    const address = publicAddress(withScheme(text));
    if (address !== null) return address.slice(0, address.indexOf('/', 8));
    issues.addIssue({ code: 'custom', message: 'Enter a web address such as https://example.com' });
    return z.NEVER;
  });

/**
 * A form as it is drawn: what is missing for publishing is said by `problemsOf` of @waggle/forms, so that a half-made one
 * can be kept.
 */
export const FormDefinition = z.strictObject({
  fields: z.array(FormField).max(formLimits.fields, 'A form can have up to 100 fields'),
  /** Every field stands on one page; none: all of them on one. */
  pages: z.array(FormPage).max(formLimits.pages).default([]),
  settings: FormSettings,
  /** Given to whoever sends it. */
  tagIds: z.array(idOf('tag')).max(formLimits.tags).default([]),
  /** Sites that may show it in a frame; none: every site. */
  allowedOrigins: z.array(origin).max(formLimits.origins).default([]),
});
export type FormDefinition = z.infer<typeof FormDefinition>;
