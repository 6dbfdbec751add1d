import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { toast } from '#ui/toast-store.ts';

type CopyTextProps = {
  value: string;
  /** What was copied, for the message: 'HTML code'. */
  what: string;
  label?: string | undefined;
  size?: 'sm' | 'md' | undefined;
};

export function CopyText({ value, what, label, size = 'sm' }: CopyTextProps) {
  const { t } = useTranslation('form-share');
  return (
    <CopyButton
      value={value}
      label={label ?? t('copy')}
      size={size}
      onCopied={() => toast({ tone: 'success', title: t('copied'), description: t('copiedText', { what }) })}
      onFailed={() => toast({ tone: 'error', title: t('copyFailed') })}
    />
  );
}
