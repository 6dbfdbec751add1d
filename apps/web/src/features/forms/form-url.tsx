import type { FormSummary } from '@waggle/contracts/forms';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/button-class.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { toast } from '#ui/toast-store.ts';
import { Tooltip } from '#ui/tooltip.tsx';

type FormProps = { form: Pick<FormSummary, 'name' | 'url'> };

/** Opens what people see, in a new tab. */
export function ViewForm({ form: { name, url } }: FormProps) {
  const { t } = useTranslation('forms');
  return (
    <Tooltip label={t('view')}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('viewOf', { name })}
        className={buttonClass({ variant: 'ghost', size: 'icon-md' })}
      >
        <ExternalLink aria-hidden className="icon-control" />
      </a>
    </Tooltip>
  );
}

export function CopyFormUrl({ form: { name, url } }: FormProps) {
  const { t } = useTranslation('forms');
  return (
    <CopyButton
      value={url}
      iconLabel={t('copyUrlOf', { name })}
      variant="ghost"
      onCopied={() => toast({ tone: 'success', title: t('copied'), description: url })}
      onFailed={() => toast({ tone: 'error', title: t('copyFailed'), description: url })}
    />
  );
}
