import type { ImportError } from '@waggle/contracts/imports';
import { useTranslation } from 'react-i18next';
import { translateSentence } from '#lib/i18n.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { useCounted } from './counted.ts';
import { hasWrongEmail, reasonOf } from './refusal.ts';

type ErrorLinesProps = { errors: readonly ImportError[]; more: number; label: string };

/** At most ten, then how many more there are. */
export function ErrorLines({ errors, more, label }: ErrorLinesProps) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  const lineOf = useErrorLine();
  return (
    <ScrollRegion
      label={label}
      className="max-h-64 rounded-md border border-line-strong bg-sunken px-3.5 py-2.5 font-mono text-xs text-muted"
    >
      <ul className="flex flex-col gap-1">
        {errors.map((error) => (
          <li key={error.row} className="wrap-anywhere">
            {lineOf(error)}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1">{t('moreErrors', counted(more))}</p>}
    </ScrollRegion>
  );
}

/** A row that cannot be read is named by its number, one that was refused by its address. */
function useErrorLine() {
  const { t } = useTranslation('contacts-import');
  return (error: ImportError): string => {
    const { kind, row, email } = error;
    if (kind !== 'invalid') {
      const message = t(`refusals.${kind}`);
      return email ? t('errorOf', { email, message }) : t('errorRow', { row, message });
    }
    if (hasWrongEmail(error)) return t('errorRow', { row, message: `${t('review.wrongEmail')} ${email ?? ''}`.trim() });
    return t('errorRow', { row, message: translateSentence(reasonOf(error)) || t('rowFailed') });
  };
}
