import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readBrand } from '@waggle/contracts/brand';
import * as contract from '@waggle/contracts/email-templates';
import type { CallInput } from '@waggle/contracts/endpoint';
import { type Locale, locales } from '@waggle/contracts/fields';
import { useTranslation } from 'react-i18next';
import { call } from '#lib/api.ts';

const keys = {
  all: ['email-templates'] as const,
  list: ['email-templates', 'list'] as const,
  one: (templateId: string) => ['email-templates', 'one', templateId] as const,
};

type Colors = 'brand' | 'own';

/** The language built-in templates are asked for in. */
export function useTemplateLanguage(): Locale {
  const { i18n } = useTranslation();
  return locales.find((locale) => locale === i18n.language) ?? 'en';
}

export const templatesQuery = (language: Locale, clientId?: string) =>
  queryOptions({
    queryKey: [...keys.list, language, clientId],
    queryFn: ({ signal }) => call(contract.listEmailTemplates, { query: { language, clientId } }, signal),
    refetchOnMount: 'always',
  });

/** Without a client built-in templates look like those of the one in sight. */
export type TemplateLook = { language: Locale; colors: Colors; clientId?: string | undefined };

export const templateQuery = (templateId: string, look: TemplateLook) =>
  queryOptions({
    queryKey: [...keys.one(templateId), look],
    queryFn: ({ signal }) => call(contract.readEmailTemplate, { params: { templateId }, query: look }, signal),
  });

/** Whose colors built-in templates take. */
export const brandQuery = (clientId: string | undefined) =>
  queryOptions({
    queryKey: [...keys.all, 'brand', clientId],
    queryFn: ({ signal }) => call(readBrand, { query: { clientId } }, signal),
    refetchOnMount: 'always',
  });

function useForget() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}

export const useCreateTemplate = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof contract.createEmailTemplate>['body']) =>
      call(contract.createEmailTemplate, { body }),
    onSuccess: useForget(),
  });

type Change = { templateId: string } & CallInput<typeof contract.updateEmailTemplate>['body'];
export const useUpdateTemplate = () =>
  useMutation({
    mutationFn: ({ templateId, ...body }: Change) =>
      call(contract.updateEmailTemplate, { params: { templateId }, body }),
    onSuccess: useForget(),
  });

type Copy = { templateId: string } & NonNullable<CallInput<typeof contract.duplicateEmailTemplate>['body']>;
export const useDuplicateTemplate = () =>
  useMutation({
    mutationFn: ({ templateId, ...body }: Copy) =>
      call(contract.duplicateEmailTemplate, { params: { templateId }, body }),
    onSuccess: useForget(),
  });

export const useDeleteTemplate = () =>
  useMutation({
    mutationFn: (templateId: string) => call(contract.deleteEmailTemplate, { params: { templateId } }),
    onSuccess: useForget(),
  });
