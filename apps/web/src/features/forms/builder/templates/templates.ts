import type { FormFieldType } from '@waggle/contracts/form-definition';
import {
  CalendarClock,
  CalendarDays,
  Download,
  FileText,
  Hourglass,
  MessageSquare,
  Newspaper,
  Star,
} from 'lucide-react';
import type { Icon } from '#ui/icon.ts';

export const templateIds = [
  'contact',
  'newsletter',
  'event',
  'booking',
  'feedback',
  'quote',
  'waitlist',
  'leadMagnet',
] as const;
export type TemplateId = (typeof templateIds)[number];

/** Its label, options and small texts are in the locale under `templates.<template>.fields.<key>`. */
export type TemplateField = {
  key: string;
  type: FormFieldType;
  required?: boolean;
  half?: boolean;
  /** Told by name, because labels are in the language of the team. */
  fills?: string;
  /** How many options its texts hold. */
  options?: number;
  /** Shown when another field of the template was answered with that option, counted from 1. */
  when?: { key: string; option: number };
  page?: number;
};

type Template = { icon: Icon; pages: number; fields: readonly TemplateField[] };

const firstName: TemplateField = { key: 'firstName', type: 'text', required: true, half: true, fills: 'firstName' };
const lastName: TemplateField = { key: 'lastName', type: 'text', half: true, fills: 'lastName' };
const email: TemplateField = { key: 'email', type: 'email', required: true, fills: 'email' };
const phone: TemplateField = { key: 'phone', type: 'phone', fills: 'phone' };
const consent: TemplateField = { key: 'consent', type: 'consent' };

export const templates: Record<TemplateId, Template> = {
  contact: {
    icon: MessageSquare,
    pages: 1,
    fields: [firstName, lastName, email, { key: 'message', type: 'textarea', required: true }],
  },
  newsletter: { icon: Newspaper, pages: 1, fields: [{ ...firstName, required: false, half: false }, email, consent] },
  event: {
    icon: CalendarDays,
    pages: 1,
    fields: [
      firstName,
      lastName,
      email,
      { key: 'guests', type: 'select', options: 4 },
      { key: 'attending', type: 'radio', required: true, options: 2 },
    ],
  },
  booking: {
    icon: CalendarClock,
    pages: 2,
    fields: [
      firstName,
      lastName,
      email,
      phone,
      { key: 'day', type: 'select', required: true, options: 5, page: 2 },
      { key: 'time', type: 'radio', required: true, options: 3, page: 2 },
      { key: 'notes', type: 'textarea', page: 2 },
    ],
  },
  feedback: {
    icon: Star,
    pages: 1,
    fields: [
      { key: 'rating', type: 'radio', required: true, options: 5 },
      { key: 'improve', type: 'textarea', when: { key: 'rating', option: 1 } },
      { key: 'comment', type: 'textarea' },
      { ...email, required: false },
    ],
  },
  quote: {
    icon: FileText,
    pages: 2,
    fields: [
      { key: 'service', type: 'select', required: true, options: 3 },
      { key: 'details', type: 'textarea', required: true },
      { key: 'budget', type: 'radio', options: 4 },
      { ...firstName, page: 2 },
      { ...lastName, page: 2 },
      { ...email, page: 2 },
      { ...phone, page: 2 },
    ],
  },
  waitlist: { icon: Hourglass, pages: 1, fields: [email, { key: 'reason', type: 'text' }, consent] },
  leadMagnet: {
    icon: Download,
    pages: 1,
    fields: [{ ...firstName, half: false }, email, { key: 'role', type: 'select', options: 4 }, consent],
  },
};
