import { useTranslation } from 'react-i18next';
import { Kbd } from '#ui/kbd.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { listKeys } from './list-keys.ts';

/** The keys of the list, below it. */
export function KeysBar() {
  const { t } = useTranslation('automation-editor');
  const { readOnly } = useEditor();
  const shown = listKeys.filter(({ id, edits }) => id !== 'undo' && id !== 'duplicate' && !(edits && readOnly));
  return (
    <ul
      aria-label={t('keys.title')}
      className="flex shrink-0 flex-wrap gap-x-5 gap-y-1 border-t border-line px-7 py-3 text-xs text-muted max-xl:px-5"
    >
      {shown.map(({ id, keys }) => (
        <li key={id} className="flex items-center gap-1.5">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {t(`keys.${id}`)}
        </li>
      ))}
    </ul>
  );
}
