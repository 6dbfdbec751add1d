import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button-class.ts';
import { IconButton } from './icon-button.tsx';
import { useUiText } from './ui-text.tsx';

const SHOWN_MS = 2000;

type CopyButtonProps = {
  value: string;
  /** Text button with this label; without it an icon button called "Copy". */
  label?: string | undefined;
  /** Name of the icon button when "Copy" is not enough, e.g. "Copy URL". */
  iconLabel?: string | undefined;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  onCopied?: (() => void) | undefined;
  onFailed?: (() => void) | undefined;
  className?: string | undefined;
};

export function CopyButton({ value, label, iconLabel, variant, size, onCopied, onFailed, className }: CopyButtonProps) {
  const text = useUiText();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      onCopied?.();
    } catch {
      onFailed?.();
    }
  }

  const shared = { icon: copied ? Check : Copy, variant, size, className, onClick: () => void copy() };
  return (
    <>
      {label === undefined ? (
        <IconButton {...shared} label={copied ? text.copied : (iconLabel ?? text.copy)} />
      ) : (
        <Button {...shared}>{copied ? text.copied : label}</Button>
      )}
      <output className="sr-only">{copied ? text.copied : ''}</output>
    </>
  );
}
