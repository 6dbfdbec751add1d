import { EmailDocument } from '@waggle/contracts/email-document';
import type { EmailTemplate, EmailTemplateSummary } from '@waggle/contracts/email-templates';
import type { BuiltIn } from '@waggle/email/templates/built-in';
import type { SummaryRow, TemplateRow } from './queries.ts';

export const presentSummary = (row: SummaryRow, organizationId: string): EmailTemplateSummary => ({
  id: row.id,
  name: row.name,
  description: '',
  category: row.category,
  subject: row.subject,
  previewText: row.preview_text,
  scope: row.client_id === null ? 'organization' : 'client',
  isPublic: row.is_public,
  thumbnailUrl: null,
  hasBlocks: row.has_blocks,
  organizationId,
  clientId: row.client_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentTemplate = (row: TemplateRow, organizationId: string): EmailTemplate => ({
  ...presentSummary({ ...row, has_blocks: row.document !== null }, organizationId),
  htmlContent: row.html,
  textContent: row.text,
  textBasis: row.text_basis,
  document: row.document === null ? null : EmailDocument.parse(row.document),
});

export const presentBuiltIn = (id: string, template: BuiltIn): EmailTemplateSummary => ({
  id,
  name: template.name,
  description: template.description,
  category: template.category,
  subject: template.subject,
  previewText: template.previewText,
  scope: 'built-in',
  isPublic: true,
  thumbnailUrl: null,
  hasBlocks: true,
  organizationId: null,
  clientId: null,
  createdAt: null,
  updatedAt: null,
});
