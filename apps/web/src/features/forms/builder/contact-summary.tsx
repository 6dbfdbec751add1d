import { filledBy } from '@waggle/forms/lead';
import { fieldsInOrder } from '@waggle/forms/pages';
import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from './builder-context.ts';

/** As people are asked for them. */
const parts = ['firstName', 'lastName', 'email', 'phone', 'company'] as const;

/** What of a contact the answers fill, and what nobody is asked for. */
export function ContactSummary() {
  const { t } = useTranslation('form-builder');
  const { state } = useBuilder();
  const filled = new Set(fieldsInOrder(state.history.present).map(filledBy));
  const own = [...filled].filter((part) => part?.startsWith('custom.'));
  return (
    <section aria-label={t('contact.title')} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm text-muted">{t('contact.title')}</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {parts.map((part) => (
          <li key={part} className="flex items-center gap-2">
            {filled.has(part) ? (
              <Check aria-hidden className="size-3.5 text-success-text" />
            ) : (
              <Minus aria-hidden className="size-3.5 text-subtle" />
            )}
            <span className={filled.has(part) ? 'flex-1 text-ink' : 'flex-1 text-subtle'}>
              {t(`contact.parts.${part}`)}
            </span>
            {filled.has(part) ? (
              <code className="text-xs text-subtle">{part}</code>
            ) : (
              <span className="text-xs text-subtle">{t('contact.notAsked')}</span>
            )}
          </li>
        ))}
        {own.map((part) => (
          <li key={part} className="flex items-center gap-2">
            <Check aria-hidden className="size-3.5 text-success-text" />
            <code className="min-w-0 truncate text-xs text-subtle">{part?.slice('custom.'.length)}</code>
          </li>
        ))}
      </ul>
      {!filled.has('email') && <p className="text-xs leading-5 text-warning-text">{t('contact.noEmail')}</p>}
    </section>
  );
}
