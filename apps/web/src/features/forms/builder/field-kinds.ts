import { type FormFieldType, formFieldTypes } from '@waggle/contracts/form-definition';
import {
  AlignLeft,
  CircleDot,
  EyeOff,
  Mail,
  Phone,
  ShieldCheck,
  SquareCheck,
  SquareChevronDown,
  Type,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import type { Icon } from '#ui/icon.ts';
import { toast } from '#ui/toast-store.ts';
import { useBuilder } from './builder-context.ts';
import type { Place } from './state/form-draft.ts';

export const fieldTypes = formFieldTypes;

export const fieldIcons: Record<FormFieldType, Icon> = {
  text: Type,
  email: Mail,
  phone: Phone,
  textarea: AlignLeft,
  select: SquareChevronDown,
  checkbox: SquareCheck,
  radio: CircleDot,
  hidden: EyeOff,
  consent: ShieldCheck,
};

/** Adds a field with its first words, and says so. */
export function useAddField(): (type: FormFieldType, place?: Place) => void {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  return (type, place) => {
    const words = { label: t(`newLabels.${type}`), options: [1, 2].map((number) => t('options.nth', { number })) };
    announce(t(commands.add(type, words, place) ? 'field.added' : 'field.full', { kind: t(`kinds.${type}`) }));
  };
}

/** Deletes a field and offers to take it back. */
export function useRemoveField(): (fieldId: string) => void {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  return (fieldId) => {
    if (!commands.remove(fieldId)) return;
    toast({ title: t('field.deleted'), action: { label: t('undo'), onAction: commands.undo } });
  };
}
