import { z } from 'zod';
import { maxContentBytes, textBasis } from './campaigns.ts';
import { ClientOfNew } from './clients.ts';
import { EmailDocument } from './email-document.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line, Locale } from './fields.ts';
import { tooLong } from './invalid-input.ts';

/** Own templates of one organization, with those of all its clients. */
export const mostTemplates = 500;

/** Those of the built-in templates, and the one of a template without any; people may type others. */
export const templateCategories = [
  'welcome',
  'news',
  'sales',
  'events',
  'follow-up',
  'service',
  'personal',
  'general',
] as const;

/** As the gallery lists it: what it says is read one by one. */
export const EmailTemplateSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  subject: z.string(),
  previewText: z.string(),
  /** Whose it is: of the product, of the organization, or of one client. */
  scope: z.enum(['built-in', 'organization', 'client']),
  /** Whether every client of the organization is offered it. */
  isPublic: z.boolean(),
  /** Null: pictures are drawn in the browser from the email itself. */
  thumbnailUrl: z.string().nullable(),
  /** False for one of pasted HTML. */
  hasBlocks: z.boolean(),
  organizationId: z.uuid().nullable(),
  clientId: z.uuid().nullable(),
  /** Null for a built-in one. */
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
});
export type EmailTemplateSummary = z.infer<typeof EmailTemplateSummary>;

export const EmailTemplate = EmailTemplateSummary.extend({
  htmlContent: z.string(),
  /** Of blocks generated, unless it has a basis: then it is the author's own. */
  textContent: z.string(),
  textBasis: z.string().nullable(),
  /** Null for a template of pasted HTML. */
  document: EmailDocument.nullable(),
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

const TemplateName = line(200, 'Template name is required').min(1, 'Template name is required');
const TemplateSubject = line(500, 'Subject is required').min(1, 'Subject is required');
const html = z
  .string('HTML content is required')
  .max(maxContentBytes, tooLong(maxContentBytes))
  .min(1, 'HTML content is required');
const fields = {
  name: TemplateName,
  category: line(40).min(1),
  subject: TemplateSubject,
  previewText: line(200),
  htmlContent: html,
  /** The author's own; empty, it is generated. */
  textContent: z.string().max(maxContentBytes),
  textBasis,
  /** Instead of HTML, which is then compiled from it. */
  document: EmailDocument,
  isPublic: z.boolean(),
};
/** What a form asks for. */
export const TemplateContent = z.strictObject({
  name: fields.name,
  category: fields.category,
  subject: fields.subject,
  previewText: fields.previewText,
  htmlContent: html,
  textContent: fields.textContent,
  isPublic: fields.isPublic,
});
export type TemplateContent = z.infer<typeof TemplateContent>;
/** A change must not fill these in: what it leaves out stays as it was. */
const defaults = {
  category: fields.category.default('general'),
  previewText: fields.previewText.default(''),
  htmlContent: html.optional(),
  textContent: fields.textContent.optional(),
  textBasis: textBasis.optional(),
  document: EmailDocument.optional(),
  isPublic: fields.isPublic.default(false),
};
const path = z.strictObject({ templateId: idOf('email-template') });
/** Which language built-in templates speak, and whether they take the color of the brand. */
const look = { language: Locale.default('en'), colors: z.enum(['brand', 'own']).default('brand') };
const limits = { bodyBytes: 3 * maxContentBytes, cost: 'elsewhere' } as const;

export const listEmailTemplates = endpoint({
  name: 'email-templates.list',
  method: 'GET',
  path: '/api/email-templates',
  needs: 'campaigns:read',
  summary: 'Templates to begin an email of one client with: own ones by name, and the built-in ones.',
  query: z.strictObject({ language: look.language, clientId: idOf('client').optional() }),
  reply: z.object({ items: z.array(EmailTemplateSummary) }),
});

export const readEmailTemplate = endpoint({
  name: 'email-templates.read',
  method: 'GET',
  path: '/api/email-templates/:templateId',
  needs: 'campaigns:read',
  summary: 'One template with its content. A built-in one comes in a language and in the color of the brand.',
  params: path,
  query: z.strictObject({ ...look, clientId: idOf('client').optional() }),
  reply: EmailTemplate,
  limits: { cost: 'elsewhere' },
});

export const createEmailTemplate = endpoint({
  name: 'email-templates.create',
  method: 'POST',
  path: '/api/email-templates',
  needs: 'campaigns:write',
  audit: { entity: 'email-template', after: true },
  summary: 'Saves a template of blocks or of HTML. Without a client it belongs to the organization.',
  status: 201,
  body: z
    .strictObject({ ...fields, ...defaults, clientId: ClientOfNew })
    .refine(({ htmlContent, document }) => htmlContent !== undefined || document !== undefined, {
      message: 'HTML content is required',
      path: ['htmlContent'],
    }),
  reply: EmailTemplate,
  limits,
});

export const updateEmailTemplate = endpoint({
  name: 'email-templates.update',
  method: 'PUT',
  path: '/api/email-templates/:templateId',
  needs: 'campaigns:write',
  audit: { entity: 'email-template', after: true },
  summary:
    'Changes an own template. New HTML takes the place of the blocks. With `ifUpdatedAt`, the `updatedAt` that was read, it is refused with 409 when somebody saved since; `fields.updatedAt` says when.',
  params: path,
  body: z.strictObject({ ...fields, ifUpdatedAt: Instant }).partial(),
  reply: EmailTemplate,
  limits,
});

export const duplicateEmailTemplate = endpoint({
  name: 'email-templates.duplicate',
  method: 'POST',
  path: '/api/email-templates/:templateId/duplicate',
  needs: 'campaigns:write',
  audit: { entity: 'email-template', after: true },
  summary: 'Copies any template into an own one that can be changed.',
  status: 201,
  params: path,
  body: z.strictObject({ ...look, clientId: ClientOfNew }),
  reply: EmailTemplate,
  limits: { cost: 'elsewhere' },
});

export const deleteEmailTemplate = endpoint({
  name: 'email-templates.delete',
  method: 'DELETE',
  path: '/api/email-templates/:templateId',
  needs: 'campaigns:write',
  audit: { entity: 'email-template' },
  summary: 'Deletes an own template. Emails begun with it stay as they are.',
  status: 204,
  params: path,
  reply: NoReply,
});
