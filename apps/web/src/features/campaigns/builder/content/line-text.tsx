import { Braces } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { useBuilder } from '../builder-context.ts';
import { DraftText, type DraftTextProps } from './draft-text.tsx';
import { FieldMenu } from './field-menu.tsx';
import { LineFallbacks } from './line-fallbacks.tsx';

type LineTextProps = DraftTextProps & { field: 'subject' | 'previewText' };

/** A line of the email that can name what is known of each contact. */
export function LineText({ aside, ...line }: LineTextProps) {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  const box = useRef<HTMLInputElement>(null);
  const { field, maxLength } = line;
  const shared = { value: draft[field], maxLength, onChange: (value: string) => change({ [field]: value }) };
  if (readOnly) return <DraftText {...line} aside={aside} />;
  const insert = (
    <FieldMenu
      {...shared}
      box={box}
      trigger={<IconButton size="sm" icon={Braces} label={t(`content.insertIn.${field}`)} className="-my-1.5" />}
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <DraftText
        {...line}
        box={box}
        aside={
          <span className="flex items-center gap-1">
            {aside}
            {insert}
          </span>
        }
      />
      <LineFallbacks {...shared} label={t(`content.fallbacksIn.${field}`)} />
    </div>
  );
}
