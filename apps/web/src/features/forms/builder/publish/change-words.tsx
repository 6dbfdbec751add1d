import type { FormField } from '@waggle/contracts/form-definition';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export const Removed = ({ children }: { children: ReactNode }) => (
  <del className="rounded-xs bg-danger-soft px-1.5 py-0.5 wrap-anywhere text-danger-text">{children}</del>
);

export const Value = ({ children }: { children: ReactNode }) => (
  <ins className="rounded-xs bg-success-soft px-1.5 py-0.5 font-medium wrap-anywhere text-success-text no-underline">
    {children}
  </ins>
);

type ChangedPartsProps = { field: FormField; before: FormField; parts: readonly (keyof FormField)[] };

/** Texts are shown as they were and as they are; the rest is named. */
export function ChangedParts({ field, before, parts }: ChangedPartsProps) {
  const { t } = useTranslation('form-builder');
  return (
    <span className="flex flex-col items-start gap-1.5">
      {parts.map((part) => (
        <span key={part} className="flex flex-wrap items-center gap-1.5">
          {part !== 'label' && part !== 'options' && (
            <span className="text-muted">{t(`publish.fieldParts.${part === 'id' ? 'type' : part}`)}</span>
          )}
          <Part field={field} before={before} part={part} />
        </span>
      ))}
    </span>
  );
}

function Part({ field, before, part }: Omit<ChangedPartsProps, 'parts'> & { part: keyof FormField }) {
  const { t } = useTranslation('form-builder');
  if (part === 'options') {
    const gone = before.options.filter((option) => !field.options.includes(option));
    const added = field.options.filter((option) => !before.options.includes(option));
    if (gone.length + added.length === 0) return <span className="text-muted">{t('publish.reordered')}</span>;
    return (
      <>
        {gone.map((option) => (
          <Removed key={`- ${option}`}>{option}</Removed>
        ))}
        {added.map((option) => (
          <Value key={`+ ${option}`}>{option}</Value>
        ))}
      </>
    );
  }
  const [old, now] = [before[part], field[part]];
  if (typeof now === 'boolean') return <Value>{t(now ? 'publish.yes' : 'publish.no')}</Value>;
  if (part === 'fills' || typeof now !== 'string' || typeof old !== 'string')
    return <span className="text-muted">{t('publish.changed')}</span>;
  return (
    <>
      {old !== '' && <Removed>{old}</Removed>}
      {now !== '' && <Value>{now}</Value>}
    </>
  );
}
